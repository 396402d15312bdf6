import { createLog } from './log.ts'
import { startSweeps } from './sweeps.ts'

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

describe('sweeps', () => {
  it('run again and again, one after another, past one that fails, until they are stopped', async () => {
    const lines: string[] = []
    let running = 0
    let most = 0
    let runs = 0
    const slow = async () => {
      most = Math.max(most, ++running)
      await pause(3)
      running--
      runs++
    }
    const stop = startSweeps(
      [
        { name: 'one', every: 5, run: slow },
        { name: 'two', every: 5, run: slow },
        { name: 'bad', every: 5, run: () => Promise.reject(new Error('no luck')) },
      ],
      createLog('info', { write: (line) => void lines.push(line) }),
    )
    while (runs < 4) await pause(5)
    await stop()
    const after = runs
    await pause(30)
    expect([most, running, runs]).toEqual([1, 0, after])
    expect(lines.some((line) => line.includes('no luck') && line.includes('"sweep":"bad"'))).toBe(true)
  })
})
