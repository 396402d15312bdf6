import { type AccountSession, ownerLimits, slotsOfOneSession } from '../infrastructure/owner-slots.ts'
import type { Answer } from '../testing/client.ts'
import { folder, put } from '../testing/file-requests.ts'
import { type SignedIn, testApp, type TestApp } from '../testing/test-app.ts'

let holdall: TestApp
beforeAll(async () => void (holdall = await testApp()))
afterAll(() => holdall.close())

interface Work {
  readonly perAccount: number
  readonly hold: (session: AccountSession, work: () => Promise<void>) => Promise<void>
  /** A call of this kind. */
  readonly call: (user: SignedIn) => Promise<Answer>
}

const selection = async (user: SignedIn) => ({ items: [{ id: await folder(user, 'plans') }] })
const works: Readonly<Record<keyof Omit<typeof ownerLimits, 'images' | 'sharedSearches'>, Work>> = {
  changes: {
    perAccount: ownerLimits.changes,
    hold: (session, work) => holdall.services.bulkChanges.run(session, work),
    call: async (user) => user.post('/api/remove', await selection(user)),
  },
  uploads: {
    perAccount: ownerLimits.uploads,
    hold: (session, work) => holdall.services.uploadSlots.hold(session, work),
    call: (user) => put(user, 'a.txt'),
  },
  zips: {
    perAccount: ownerLimits.zips,
    hold: (session, work) => holdall.services.zipSlots.hold(session, work),
    call: async (user) => user.get(`/api/zip?items=${await folder(user, 'plans')}`),
  },
  preparedZips: {
    perAccount: ownerLimits.preparedZips,
    hold: (session, work) => holdall.services.preparedZipSlots.hold(session, work),
    call: async (user) => user.post('/api/zip', await selection(user)),
  },
}

test.each(Object.entries(works))(
  '%s: a token that takes all that it gets leaves some to a second one, and both to the browser',
  async (_, { perAccount, hold, call }) => {
    const ann = await holdall.signUp()
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const running: Promise<void>[] = []
    /** Begins work until it is refused. Returns how often that succeeded. */
    const takeAll = async (sessionId: string) => {
      for (let taken = 0; ; taken++) {
        let code: unknown
        const work = hold({ userId: ann.userId, sessionId }, () => ended)
        work.catch((error: { code: unknown }) => (code = error.code))
        await new Promise(setImmediate)
        if (code === 'busy') return taken
        running.push(work)
      }
    }
    const first = await takeAll('token 1')
    const second = await takeAll('token 2')
    expect([first, second > 0, first + second < perAccount]).toEqual([slotsOfOneSession(perAccount), true, true])
    expect((await call(ann)).status).toBeLessThan(300)
    end()
    await Promise.all(running)
    expect((await call(ann)).status).toBeLessThan(300)
  },
)
