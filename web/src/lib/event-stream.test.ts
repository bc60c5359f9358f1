/** What a stream says, however it is cut; and that it is held, resumed and given up as promised. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createMessageReader, followStream, getRetryDelayMs, type StreamMessage } from './event-stream.ts'

describe('reading', () => {
  const read = (...chunks: string[]): StreamMessage[] => {
    const messages: StreamMessage[] = []
    const feed = createMessageReader((message) => messages.push(message))
    for (const chunk of chunks) feed(chunk)
    return messages
  }

  test('a message ends with an empty line; its id stays for the next ones', () => {
    expect(read('id: 7\ndata: one\n\ndata: two\n\n')).toEqual([
      { id: '7', data: 'one' },
      { id: '7', data: 'two' },
    ])
  })
  test('comments, unknown fields and empty messages say nothing', () => {
    expect(read(': still here\n\nretry: 10\nevent: x\n\ndata: a\n\n')).toEqual([{ id: null, data: 'a' }])
  })
  test('several lines of data are one text; one space after the colon is dropped', () => {
    expect(read('data:  a\ndata:b\ndata\n\n')).toEqual([{ id: null, data: ' a\nb\n' }])
  })
  test.each(['\n', '\r\n', '\r'])('lines may end with %j and be cut anywhere', (end) => {
    const text = ['id: 1', 'data: ä', '', 'id: 2', 'data: b', '', ''].join(end)
    const expected = [
      { id: '1', data: 'ä' },
      { id: '2', data: 'b' },
    ]
    // A lone carriage return at the very end could be the first half of a line's end: a further line settles it.
    expect(read(...text.split(''), ': end\n')).toEqual(expected)
  })
  test('what is not complete is not passed on', () => {
    expect(read('data: half')).toEqual([])
    expect(read('data: half\n')).toEqual([])
  })
})

test('waits between 1 second and a span that doubles up to 30', () => {
  expect(getRetryDelayMs(0, () => 0)).toBe(1_000)
  expect(getRetryDelayMs(0, () => 1)).toBe(2_000)
  expect(getRetryDelayMs(2, () => 0.5)).toBe(4_500)
  expect(getRetryDelayMs(20, () => 1)).toBe(10_000)
})

describe('following', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  function following(random = 0) {
    const opened: { lastEventId: string | null; signal: AbortSignal }[] = []
    const pipes: ReadableStreamDefaultController<Uint8Array>[] = []
    const heard: string[] = []
    let isRefusing = false
    const stream = followStream({
      open: async (options) => {
        opened.push(options)
        if (isRefusing) throw new TypeError('offline')
        return new ReadableStream({ start: (controller) => void pipes.push(controller) })
      },
      onMessage: (data) => heard.push(data),
      onUp: () => heard.push('up'),
      onDown: () => heard.push('down'),
      random: () => random,
    })
    const say = async (bytes: Uint8Array | string): Promise<void> => {
      pipes.at(-1)?.enqueue(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes)
      await vi.advanceTimersByTimeAsync(0)
    }
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
    const setRefusing = (next: boolean): void => {
      isRefusing = next
    }
    return { stream, opened, pipes, heard, say, pass, setRefusing }
  }

  test('a letter cut in two by the network is one letter', async () => {
    const { stream, heard, say, pass } = following()
    stream.start()
    await pass(0)
    const bytes = new TextEncoder().encode('data: ü🍊\n\n')
    for (const byte of bytes) await say(new Uint8Array([byte]))
    expect(heard).toEqual(['up', 'ü🍊'])
    stream.stop()
  })

  test('after an end it goes on behind the last message', async () => {
    const { stream, opened, pipes, heard, say, pass } = following()
    stream.start()
    await pass(0)
    await say('id: 41\ndata: a\n\n')
    pipes.at(-1)?.close()
    await pass(0)
    expect(heard).toEqual(['up', 'a', 'down'])
    await pass(999)
    expect(opened).toHaveLength(1)
    await pass(1)
    expect(opened.map(({ lastEventId }) => lastEventId)).toEqual([null, '41'])
    stream.stop()
  })

  test('each failure doubles the span; being heard again starts over', async () => {
    const { stream, opened, pipes, say, pass, setRefusing } = following(1)
    setRefusing(true)
    stream.start()
    await pass(0)
    for (const [wait, tries] of [
      [2_000, 2],
      [4_000, 3],
      [8_000, 4],
    ] as const) {
      await pass(wait - 1)
      expect(opened).toHaveLength(tries - 1)
      await pass(1)
      expect(opened).toHaveLength(tries)
    }
    setRefusing(false)
    await pass(16_000)
    await say(': hello\n\n')
    pipes.at(-1)?.error(new TypeError('reset'))
    await pass(2_000)
    expect(opened).toHaveLength(6)
    stream.stop()
  })

  test('forty seconds of silence are death; a comment is a sign of life', async () => {
    const { stream, opened, say, heard, pass } = following()
    stream.start()
    await pass(39_999)
    await say(': still here\n\n')
    await pass(39_999)
    expect(heard).toEqual(['up'])
    await pass(1)
    expect(heard).toEqual(['up', 'down'])
    expect(opened[0]?.signal.aborted).toBe(true)
    await pass(1_000)
    expect(opened).toHaveLength(2)
    stream.stop()
  })

  test('once stopped it lets go; once started again it goes on where it was', async () => {
    const { stream, opened, say, heard, pass } = following()
    stream.start()
    await pass(0)
    await say('id: 3\ndata: a\n\n')
    stream.stop()
    await pass(120_000)
    expect(opened).toHaveLength(1)
    expect(opened[0]?.signal.aborted).toBe(true)
    expect(heard).toEqual(['up', 'a'])
    stream.start()
    await pass(0)
    expect(opened[1]?.lastEventId).toBe('3')
    stream.stop()
  })
})
