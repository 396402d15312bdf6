import { createLog } from './log.ts'

test('keeps the latest two hundred entries and writes each to the console', () => {
  const sink = { warn: jest.fn(), error: jest.fn() }
  const log = createLog(sink)
  for (let count = 1; count <= 201; count += 1) log.warn(`warning ${String(count)}`)
  log.error('broken', { id: 7 })
  expect(sink.warn).toHaveBeenCalledTimes(201)
  expect(sink.error).toHaveBeenCalledWith('broken', { id: 7 })
  const kept = log.entries()
  expect(kept).toHaveLength(200)
  expect(kept[0]?.message).toBe('warning 3')
  expect(kept.at(-1)).toMatchObject({ level: 'error', message: 'broken', detail: { id: 7 } })
})
