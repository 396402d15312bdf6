import { hour } from './clock.ts'
import type { Log } from './log.ts'
import type { Services } from './services.ts'
import { trashSweeps } from './trash/sweeps.ts'
import { storageSweeps } from './uploads/sweeps.ts'

/** Work that is due again and again, and harms nobody when it is late or runs on two nodes. */
export interface Sweep {
  readonly name: string
  /** Milliseconds. */
  readonly every: number
  run(): Promise<unknown>
}

/** Every feature's. */
export const allSweeps = (services: Services): readonly Sweep[] => [
  ...accountSweeps(services),
  ...storageSweeps(services),
  ...trashSweeps(services),
]

const accountSweeps = ({ sessions, throttle, db, clock }: Services): readonly Sweep[] => [
  { name: 'sessions', every: hour, run: () => sessions.sweep() },
  { name: 'throttles', every: hour, run: () => throttle.sweep() },
  {
    name: 'share grants',
    every: hour,
    run: () => db.deleteFrom('share_grants').where('expires_at', '<=', clock.now()).execute(),
  },
]

/** Runs them one after another, each at its time. The result ends that, and waits for the one under way. */
export function startSweeps(sweeps: readonly Sweep[], log: Log): () => Promise<void> {
  let underWay: Promise<void> = Promise.resolve()
  const timers = sweeps.map((sweep) =>
    setInterval(() => {
      underWay = underWay.then(async () => {
        try {
          await sweep.run()
        } catch (error) {
          log.error({ err: error, sweep: sweep.name }, 'a sweep failed')
        }
      })
    }, sweep.every).unref(),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await underWay
  }
}
