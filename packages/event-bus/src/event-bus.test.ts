import { createEventBus } from './index.ts'

test('calls a listener until its signal aborts', () => {
  const bus = createEventBus()
  const received: (string | null)[] = []
  const stop = new AbortController()
  bus.on('files.changed', ({ folderIds }) => received.push(...folderIds), stop.signal)
  bus.emit('files.changed', { folderIds: ['a'] })
  stop.abort()
  bus.emit('files.changed', { folderIds: ['b'] })
  expect(received).toEqual(['a'])
})

test('a listener that throws does not keep the others from running', () => {
  const errors: unknown[] = []
  const bus = createEventBus((error) => errors.push(error))
  const received: string[] = []
  const { signal } = new AbortController()
  bus.on(
    'trash.changed',
    () => {
      throw new Error('broken')
    },
    signal,
  )
  bus.on('trash.changed', () => received.push('second'), signal)
  bus.emit('trash.changed', {})
  expect(received).toEqual(['second'])
  expect(errors).toHaveLength(1)
})

test('does not call a listener whose signal has aborted before', () => {
  const bus = createEventBus()
  const received: string[] = []
  bus.on('trash.changed', () => received.push('never'), AbortSignal.abort())
  bus.emit('trash.changed', {})
  expect(received).toEqual([])
})
