import { createSetupGate } from './setup-gate.ts'

/** Work that ends when the test says so. */
function pendingWork() {
  let end!: () => void
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { work: () => ended, end }
}
const done = () => Promise.resolve('done')
const busy = { code: 'busy' }

test('a restart is refused while anything is written, and done once all of it has ended', async () => {
  const gate = createSetupGate()
  const [first, second] = [pendingWork(), pendingWork()]
  const writes = [gate.write(first.work), gate.write(second.work)]
  const restart = jest.fn(done)
  await expect(gate.restart(restart)).rejects.toMatchObject(busy)
  first.end()
  await writes[0]
  await expect(gate.restart(restart)).rejects.toMatchObject(busy)
  expect(restart).not.toHaveBeenCalled()
  second.end()
  await writes[1]
  expect(await gate.restart(restart)).toBe('done')
})

test('nothing is written, and no other restart begins, during a restart', async () => {
  const gate = createSetupGate()
  const { work, end } = pendingWork()
  const restart = gate.restart(work)
  const other = jest.fn(done)
  await expect(gate.write(other)).rejects.toMatchObject(busy)
  await expect(gate.restart(other)).rejects.toMatchObject(busy)
  expect(other).not.toHaveBeenCalled()
  end()
  await restart
  expect(await gate.write(other)).toBe('done')
})

test('what fails does not keep anything else from being done', async () => {
  const gate = createSetupGate()
  const fail = () => Promise.reject(new Error('broken'))
  await expect(gate.write(fail)).rejects.toThrow('broken')
  await expect(gate.restart(fail)).rejects.toThrow('broken')
  expect(await gate.write(done)).toBe('done')
  expect(await gate.restart(done)).toBe('done')
})
