import { installChannels } from '../tabs/testing/broadcast-channel.ts'
import { holdTabLock } from './tab-lock.ts'
import { installLocks, removeLocks } from './testing/web-locks.ts'

describe('with Web Locks', () => {
  afterEach(removeLocks)

  test('the other tabs that hold a lock are open', async () => {
    installLocks([{ name: 'holdall.uploads.second' }, { name: 'of another program' }, {}])
    const tab = holdTabLock('first')
    expect(tab.tabId).toBe('first')
    expect([...(await tab.otherTabs())]).toEqual(['second'])
  })

  test('a tab holds its lock until it is closed', async () => {
    const held: { name?: string }[] = []
    const { request } = installLocks(held)
    holdTabLock('first')
    expect(request).toHaveBeenCalledTimes(1)
    expect([...(await holdTabLock('second').otherTabs())]).toEqual(['first'])
  })

  test('a browser that lists no locks has no other tabs', async () => {
    installLocks(undefined)
    expect([...(await holdTabLock('first').otherTabs())]).toEqual([])
  })

  test('a browser that refuses the lock uploads all the same', async () => {
    const locks = installLocks([])
    locks.request.mockImplementation(() => Promise.reject(new DOMException('', 'SecurityError')))
    expect([...(await holdTabLock('first').otherTabs())]).toEqual([])
  })
})

describe('without Web Locks', () => {
  installChannels()
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test('the tabs that answer within half a second are open', async () => {
    const [first] = ['first', 'second', 'third'].map((id) => holdTabLock(id))
    const others = first?.otherTabs()
    const isDone = jest.fn()
    void others?.then(isDone)
    await jest.advanceTimersByTimeAsync(499)
    expect(isDone).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(1)
    expect([...((await others) ?? [])].toSorted()).toEqual(['second', 'third'])
  })

  test('a tab that was closed is not in the next answer', async () => {
    const tab = holdTabLock('first')
    const channel = new BroadcastChannel('holdall.uploads')
    const answer = (event: MessageEvent) => {
      if (event.data === 'who') channel.postMessage({ tabId: 'second' })
    }
    channel.addEventListener('message', answer)
    const queryTabs = async () => {
      const others = tab.otherTabs()
      await jest.advanceTimersByTimeAsync(500)
      return [...(await others)]
    }
    expect(await queryTabs()).toEqual(['second'])
    channel.removeEventListener('message', answer)
    expect(await queryTabs()).toEqual([])
  })

  test.each([['something else'], [null], [7], [{}], [{ tabId: 7 }]])('%j is not an answer of a tab', async (data) => {
    const tab = holdTabLock('first')
    const others = tab.otherTabs()
    new BroadcastChannel('holdall.uploads').postMessage(data)
    await jest.advanceTimersByTimeAsync(500)
    expect([...(await others)]).toEqual([])
  })
})

test('a browser without channels has no other tabs', async () => {
  expect([...(await holdTabLock('first').otherTabs())]).toEqual([])
})
