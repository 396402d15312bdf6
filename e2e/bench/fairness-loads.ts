import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { nestedForms } from '../../server/src/testing/pdfs.ts'
import { png } from '../../server/src/testing/pictures.ts'
import type { Holdall } from '../src/server.ts'
import {
  account,
  allOf,
  type Caller,
  createFolder,
  guess,
  longestBeside,
  resource,
  visitor,
} from './fairness-caller.ts'
import { mebibytes, ms, type Row } from './row.ts'
import { residentBytes } from './start.ts'

const WAIT_BUDGET_MS = 1000
const waitRow = (what: string, longestMs: number, measured = ms(longestMs)): Row => ({
  what,
  measured,
  budget: `≤ ${ms(WAIT_BUDGET_MS)}`,
  kept: longestMs <= WAIT_BUDGET_MS,
})

const COPY_ROUNDS = 10
/** Copies in a round at most: the quota ends it long before. */
const MAX_COPIES = 30

/** An account of 1 MiB doubles all in a folder until it is full, deletes it, and starts again. */
export async function besideChanges({ url }: Holdall, where: string): Promise<Row[]> {
  const [copier, other] = [await account(url, 'copier'), await account(url, 'other')]
  const signingIn = visitor(url, other.email)
  const ends: string[] = []
  let copies = 0
  async function fill(round: number): Promise<void> {
    const folder = await createFolder(copier, `round ${String(round)}`)
    await createFolder(copier, 'copied', folder)
    for (let n = 0; n < MAX_COPIES; n += 1) {
      const { status, body } = await copier.post('/api/copy', { ...allOf(folder), to_id: folder })
      if (status < 300) copies += 1
      else {
        ends.push(body?.code ?? String(status))
        break
      }
    }
    await copier.post('/api/remove', { items: [{ id: folder, force_delete: true }] })
  }
  async function attack(): Promise<void> {
    for (let round = 0; round < COPY_ROUNDS; round += 1) await fill(round)
  }
  const work = attack()
  let files = 0
  const [signIns, uploads] = await Promise.all([
    longestBeside(work, async () => expectStatus(await signingIn.signIn(), 200)),
    longestBeside(work, async () => {
      files += 1
      expectStatus((await other.put(`${String(files)}.txt`, 'x')).status, 201)
    }),
  ])
  const beside = `${where}, beside an account that doubles a folder until it is full, ${String(COPY_ROUNDS)} times`
  const isEnded = ends.length === COPY_ROUNDS && ends.every((code) => code === 'quota-exceeded')
  return [
    {
      what: `${beside}: how the copies end, of a quota of 1 MiB`,
      measured: `${[...new Set(ends)].join(', ')}, after ${String(copies / COPY_ROUNDS)} copies each`,
      budget: 'quota-exceeded',
      kept: isEnded,
    },
    waitRow(`${beside}: longest of ${String(signIns.count)} sign-ins`, signIns.longestMs),
    waitRow(`${beside}: longest of ${String(uploads.count)} uploads of a byte`, uploads.longestMs),
  ]
}

function expectStatus(status: number, expected: number): void {
  if (status !== expected) throw new Error(`A call answered ${String(status)} instead of ${String(expected)}.`)
}

const CHILDREN = 20_480
const LONG_NAME = '"'.repeat(240)
const CONNECTIONS = 30
/** Sent one after the other, without waiting for answers. */
const REQUESTS_PER_CONNECTION = [1, 20]
const UNREAD_MS = 10_000
const MEMORY_BUDGET = 256 * 1024 ** 2

/** A folder of very many folders and files with long names, doubled from a few. */
async function crowdedFolder(by: Caller): Promise<string> {
  const folder = await createFolder(by, 'crowded')
  for (let n = 0; n < 10; n += 1) {
    await createFolder(by, `${LONG_NAME} ${String(n)}`, folder)
    resource(await by.put(`${LONG_NAME} ${String(n)}.txt`, 'x', `/api/upload/chunks?parent_id=${folder}`))
  }
  for (let children = 20; children < CHILDREN; children *= 2)
    expectStatus((await by.post('/api/copy', { ...allOf(folder), to_id: folder })).status, 200)
  return folder
}

const listingsOf = (folder: string) => [
  `/api/browse/folders/${folder}?per_page=200`,
  `/api/browse/navigation?parent_id=${folder}&limit=1000000`,
  '/api/browse/navigation?depth=all',
  '/api/browse/latest?per_page=200',
  '/api/browse/search?query=%22%22&per_page=200',
  '/api/search?query=%22%22',
  '/api/activity?per_page=200',
]

/** Connections that request the largest listing again and again, and read no byte of the answers. */
export async function unreadAnswers({ url, pid }: Holdall, where: string): Promise<Row[]> {
  const [reader, other] = [await account(url, 'reader'), await account(url, 'other')]
  const listings = await Promise.all(
    listingsOf(await crowdedFolder(reader)).map(async (path) => {
      const { status, bytes } = await reader.get(path)
      expectStatus(status, 200)
      return { path, bytes }
    }),
  )
  const largest = listings.toSorted((a, b) => b.bytes - a.bytes)[0] ?? { path: '', bytes: 0 }
  const rows: Row[] = []
  for (const requests of REQUESTS_PER_CONNECTION) {
    const { grownBytes, longestMs, count } = await withoutReading({ url, pid, by: reader, requests, ...largest }, other)
    const beside = `${where}, ${String(CONNECTIONS)} connections with ${String(requests)} requests each for the largest of ${String(listings.length)} listings of ${CHILDREN.toLocaleString('en')} entries (${(largest.bytes / 1000).toFixed(0)} kB), which read nothing`
    rows.push(
      {
        what: `${beside}: memory they take`,
        measured: mebibytes(grownBytes),
        budget: `≤ ${mebibytes(MEMORY_BUDGET)}`,
        kept: grownBytes <= MEMORY_BUDGET,
      },
      waitRow(`${beside}: longest of ${String(count)} lists of another account`, longestMs),
    )
  }
  return rows
}

interface UnreadRequests {
  readonly url: string
  readonly pid: number
  readonly by: Caller
  readonly path: string
  /** Of each connection. */
  readonly requests: number
}

async function withoutReading({ url, pid, by, path, requests }: UnreadRequests, other: Caller) {
  const before = await residentBytes(pid)
  let peak = before
  const watch = setInterval(() => {
    void residentBytes(pid).then((bytes) => {
      peak = Math.max(peak, bytes)
    })
  }, 50)
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${by.cookie()}\r\n\r\n`.repeat(requests))
      return socket
    }),
  )
  const waits = await longestBeside(sleep(UNREAD_MS), async () => {
    expectStatus((await other.get('/api/browse/folders/all')).status, 200)
  })
  clearInterval(watch)
  for (const socket of sockets) socket.destroy()
  return { ...waits, grownBytes: peak - before }
}

const FORMS = 8
const PICTURES = 3
const THUMBNAIL_BUDGET_MS = 10_000
const THUMBNAIL_TIMEOUT_MS = 300_000

/** A visitor of a link uploads PDFs that take the renderer until its time limit. */
export async function besideForms({ url }: Holdall, where: string): Promise<Row[]> {
  const [owner, other] = [await account(url, 'owner'), await account(url, 'other')]
  const shared = await createFolder(owner, 'shared')
  const link = resource(await owner.post('/api/share', { id: shared, permission: 'editor' }))
  const token = String(link.attributes['token'])
  const visiting = visitor(url)
  for (let n = 0; n < FORMS; n += 1) {
    // Different contents, because one is rendered once.
    const bytes = `${nestedForms(9)}% ${String(n)}\n`
    resource(await visiting.put(`forms ${String(n)}.pdf`, bytes, `/api/sharing/upload/chunks/${token}`))
  }
  const times: number[] = []
  for (let n = 0; n < PICTURES; n += 1) {
    const from = performance.now()
    const { id } = resource(await other.put(`picture ${String(n)}.png`, await png(300 + n)))
    while (!(await hasThumbnail(other, id)) && performance.now() - from < THUMBNAIL_TIMEOUT_MS) await sleep(50)
    times.push(performance.now() - from)
  }
  const longest = Math.max(...times)
  return [
    {
      what: `${where}, beside ${String(FORMS)} PDFs of nested forms by a visitor: picture to thumbnail, longest of ${String(PICTURES)}`,
      measured: times.map(ms).join(', '),
      budget: `≤ ${ms(THUMBNAIL_BUDGET_MS)}`,
      kept: longest <= THUMBNAIL_BUDGET_MS,
    },
  ]
}

async function hasThumbnail(by: Caller, id: string): Promise<boolean> {
  const { body } = await by.get('/api/browse/folders/all')
  const entries = body?.data as { readonly id: string; readonly attributes: { readonly thumbnail: unknown } }[]
  return entries.some((entry) => entry.id === id && entry.attributes.thumbnail !== null)
}

const ZIPS = 64

/** One account prepares very many zips of a folder at once. */
export async function besideZips({ url }: Holdall, where: string): Promise<Row[]> {
  const [zipper, other] = [await account(url, 'zipper'), await account(url, 'other')]
  const folder = await crowdedFolder(zipper)
  await createFolder(other, 'own')
  const statuses: Record<string, number> = {}
  async function prepare(): Promise<void> {
    const answers = Array.from({ length: ZIPS }, async () => {
      const { status } = await zipper.post('/api/zip', allOf(folder))
      statuses[status] = (statuses[status] ?? 0) + 1
    })
    await Promise.all(answers)
  }
  const { longestMs, count } = await longestBeside(prepare(), async () => {
    expectStatus((await other.get('/api/browse/folders/all')).status, 200)
  })
  const answered = Object.entries(statuses).map(([status, times]) => `${String(times)} × ${status}`)
  return [
    waitRow(
      `${where}, beside ${String(ZIPS)} zips of ${CHILDREN.toLocaleString('en')} entries that one account prepares (${answered.join(', ')}): longest of ${String(count)} lists of another account`,
      longestMs,
    ),
  ]
}

const GUESSES = 60
const GUESSES_PER_SECOND = 4

/** Wrong passwords for an account from other addresses, while its owner signs in from a browser that has a session. */
export async function besideGuesses({ url }: Holdall, where: string): Promise<Row[]> {
  const owner = await account(url, 'owner')
  expectStatus(await owner.signIn(), 200)
  const refused: Record<string, number> = {}
  async function attack(): Promise<void> {
    const guesses: Promise<void>[] = []
    for (let n = 0; n < GUESSES; n += 1) {
      const one = guess(url, owner.email).then((status) => {
        refused[status] = (refused[status] ?? 0) + 1
      })
      guesses.push(one)
      await sleep(1000 / GUESSES_PER_SECOND)
    }
    await Promise.all(guesses)
  }
  const own: Record<string, number> = {}
  const { longestMs } = await longestBeside(attack(), async () => {
    const status = await owner.signIn()
    own[status] = (own[status] ?? 0) + 1
    await sleep(500)
  })
  const text = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([status, times]) => `${String(times)} × ${status}`)
      .join(', ')
  return [
    {
      what: `${where}, beside ${String(GUESSES_PER_SECOND)} wrong sign-ins a second from changing addresses (${text(refused)}): sign-ins of the owner, from a browser that has signed in before`,
      measured: `${text(own)}; longest ${ms(longestMs - 500)}`,
      budget: 'all 200',
      kept: Object.keys(own).every((status) => status === '200'),
    },
  ]
}
