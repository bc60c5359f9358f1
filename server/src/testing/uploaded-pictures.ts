/** For tests of the media library: pictures of one colour that users upload, list and delete. */
import type { Upload } from '@tangelo/contract'
import sharp from 'sharp'
import { formWith, type Person, type World } from './world.ts'

export const picture = async (r: number) =>
  new Uint8Array(
    await sharp({ create: { width: 60, height: 40, channels: 3, background: { r, g: 9, b: 9 } } })
      .jpeg()
      .toBuffer(),
  )

export async function uploadPicture({ ask }: World, red: number, who: Person = 'pro'): Promise<string> {
  const res = await ask(
    who,
    'POST',
    '/api/upload/images?for=draft',
    formWith(await picture(red), `${red}.jpg`, 'images'),
  )
  return new URL(res.json().imageUrls[0]).pathname
}

export const idOf = (url: string) => url.split('/').at(-1) ?? ''

export async function list({ ask }: World, who: Person = 'pro', query = ''): Promise<Upload[]> {
  return (await ask(who, 'GET', `/api/uploads${query}`)).json()
}

export const remove = ({ ask }: World, url: string, who: Person = 'pro') =>
  ask(who, 'DELETE', `/api/uploads/${idOf(url)}`)
