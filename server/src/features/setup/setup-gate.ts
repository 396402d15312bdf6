import { refuse } from '../../infrastructure/errors/refusal.ts'

/** Which changes of the setup may happen at the same time. */
export interface SetupGate {
  /** Changes what is in the database: refused as `busy` while the app is started again. */
  write<T>(work: () => Promise<T>): Promise<T>
  /**
   * Starts the app again: nothing else meanwhile. Where it succeeds, the app before changes nothing any more, because
   * nobody would see it.
   */
  restart<T>(work: () => Promise<T>): Promise<T>
}

const busy = () => refuse('busy', { retryAfter: 1 })

export function createSetupGate(): SetupGate {
  let writing = 0
  let isRestarting = false
  return {
    async write(work) {
      if (isRestarting) throw busy()
      writing++
      try {
        return await work()
      } finally {
        writing--
      }
    },
    async restart(work) {
      if (isRestarting || writing > 0) throw busy()
      isRestarting = true
      try {
        return await work()
      } finally {
        isRestarting = false
      }
    },
  }
}
