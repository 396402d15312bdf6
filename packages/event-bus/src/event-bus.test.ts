import { createEventBus } from './index.ts'

test('hears a fact until its signal aborts', () => {
  const bus = createEventBus()
  const heard: (string | null)[] = []
  const stop = new AbortController()
  bus.on('files.changed', ({ folderIds }) => heard.push(...folderIds), stop.signal)
  bus.emit('files.changed', { folderIds: ['a'] })
  stop.abort()
  bus.emit('files.changed', { folderIds: ['b'] })
  expect(heard).toEqual(['a'])
})

test('a listener that throws harms no other listener', () => {
  const errors: unknown[] = []
  const bus = createEventBus((error) => errors.push(error))
  const heard: string[] = []
  const { signal } = new AbortController()
  bus.on(
    'trash.changed',
    () => {
      throw new Error('broken')
    },
    signal,
  )
  bus.on('trash.changed', () => heard.push('second'), signal)
  bus.emit('trash.changed', {})
  expect(heard).toEqual(['second'])
  expect(errors).toHaveLength(1)
})

test('does not hear anything when the signal has aborted before', () => {
  const bus = createEventBus()
  const heard: string[] = []
  bus.on('trash.changed', () => heard.push('never'), AbortSignal.abort())
  bus.emit('trash.changed', {})
  expect(heard).toEqual([])
})
