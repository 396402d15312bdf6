import { noChanges } from '../db/recorded-changes.ts'
import { until } from '../../testing/until.ts'
import { createChangeEvents } from './change-events.ts'

test('publishes the first change at once, and those that follow within a window together', async () => {
  const published: number[] = []
  const events = createChangeEvents((_userId, { files }) => void published.push(files === 'all' ? 0 : files.size))
  const add = (id: string) => events.add('ann', { ...noChanges(), files: new Set([id]) }, undefined)
  for (let n = 0; n < 40; n++) add(`folder ${n}`)
  expect(published).toEqual([1])
  await until(() => published.length > 1)
  expect(published).toEqual([1, 39])
  events.close()
})

test('changes of different users and of different tabs do not wait for each other', () => {
  const published: string[] = []
  const events = createChangeEvents((userId, _changes, origin) => void published.push(`${userId} ${origin ?? ''}`))
  const changes = { ...noChanges(), trash: true }
  events.add('ann', changes, undefined)
  events.add('ann', changes, '1.2')
  events.add('bob', changes, undefined)
  expect(published).toEqual(['ann ', 'ann 1.2', 'bob '])
  events.close()
})
