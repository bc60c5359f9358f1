/** The picture that every screen uses: small where it is kept here, and never a broken frame. */
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'

const ID = 'AAAAAAAAAAAAAAAAAAAAAA'

test.each([`/media/u/${ID}`, `/media/v/${ID}/cover`, `/media/${'0a'.repeat(32)}`])(
  '%s is asked for in the width that its place needs',
  (src) => {
    render(<Picture src={src} sizes="280px" alt="A quay" />)
    const picture = screen.getByRole('img', { name: 'A quay' })
    const attributes = ['srcset', 'sizes', 'loading'].map((name) => picture.getAttribute(name))
    expect(attributes).toEqual([`${src}/160 160w,${src}/480 480w,${src}/1080 1080w`, '280px', 'lazy'])
  },
)

test.each(['https://elsewhere.example.org/a.jpg', `/media/d/${ID}/${ID}`, `/media/v/${ID}`, 'blob:x'])(
  '%s has one size',
  (src) => {
    render(<Picture src={src} sizes="280px" alt="A quay" />)
    expect(screen.getByRole('img', { name: 'A quay' }).getAttribute('srcset')).toBeNull()
  },
)

test('where the small ones fail the picture itself is tried, and then something else is shown', () => {
  const { rerender } = render(<Picture src={`/media/u/${ID}`} sizes="280px" alt="A quay" fallback="No picture" />)
  fireEvent.error(screen.getByRole('img'))
  expect(screen.getByRole('img').getAttribute('srcset')).toBeNull()
  expect(screen.getByRole('img').getAttribute('src')).toBe(`/media/u/${ID}`)
  fireEvent.error(screen.getByRole('img'))
  screen.getByText('No picture')
  rerender(<Picture src={`/media/u/${ID.replace(/A/g, 'B')}`} sizes="280px" alt="A quay" fallback="No picture" />)
  expect(screen.getByRole('img').getAttribute('srcset')).toContain('160w')
})

test('without a picture there is the fallback', () => {
  render(<Picture src={null} sizes="280px" fallback="No picture" />)
  screen.getByText('No picture')
})
