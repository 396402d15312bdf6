import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type ClientsAccount, type ClientsReport, type ClientsTask, LOST_AFTER_MS, nowMs } from './realtime-task.ts'

/** Sign-ins at the same time: each hashes a password. */
const SIGN_INS_AT_ONCE = 2

/** A change that not all pages of the account have yet. */
interface Change {
  readonly sentMs: number
  waiting: number
}

interface Account {
  readonly cookie: string
  readonly userId: string
  readonly address: string
  readonly pages: number
  change: Change | null
}

let task: ClientsTask
const delaysMs: number[] = []
const arrivalsMs: Record<string, number[]> = {}
let lost = 0

const report = (message: ClientsReport) => process.send?.(message)

/** Each account has an address of its own, as people have: the server limits connections and attempts by address. */
const addressOf = (email: string) => {
  const n = Number(/\d+/.exec(email)?.[0] ?? 0)
  return `10.1.${String(n >> 8)}.${String(n & 255)}`
}

async function call(path: string, options: RequestInit & { cookie?: string; address: string }): Promise<Response> {
  const { cookie, address, ...rest } = options
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) }
  const answer = await fetch(`${task.url}${path}`, { ...rest, headers })
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`)
  return answer
}

async function signIn({ email, pages }: ClientsAccount): Promise<Account> {
  const address = addressOf(email)
  const body = JSON.stringify({ email, password: task.password })
  const answer = await call('/login', { method: 'POST', address, body })
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  await answer.arrayBuffer()
  const user = (await (await call('/api/user', { cookie, address })).json()) as { data: { id: string } }
  const invitation = task.invitations[email]
  if (invitation !== undefined) {
    const path = `/api/teams/invitations/${invitation}`
    await (await call(path, { method: 'PUT', cookie, address, body: '{}' })).arrayBuffer()
  }
  return { cookie, address, pages, userId: user.data.id, change: null }
}

/** Counts the changes of the folders in the team folder. */
function receiveFiles(data: string): void {
  const { folderIds } = JSON.parse(data) as { folderIds: 'all' | readonly (string | null)[] }
  if (folderIds === 'all') return
  for (const id of folderIds) if (id !== null) arrivalsMs[id]?.push(nowMs())
}

function receive(account: Account): void {
  const { change } = account
  if (!change) return
  change.waiting -= 1
  if (change.waiting > 0) return
  delaysMs.push(performance.now() - change.sentMs)
  account.change = null
}

function connect(account: Account): Promise<void> {
  const channel = `private-user.${account.userId}`
  const socket = new WebSocket(`${task.url.replace('http', 'ws')}/app/${task.key}?protocol=7`, {
    headers: { 'x-forwarded-for': account.address },
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => {
      reject(new Error('A connection was closed.'))
    })
    socket.on('message', (bytes: Buffer) => {
      const message = JSON.parse(bytes.toString('utf8')) as { event: string; data: string }
      if (message.event === 'user.changed') receive(account)
      if (message.event === 'files.changed') receiveFiles(message.data)
      if (message.event === 'pusher:ping') socket.send('{"event":"pusher:pong","data":{}}')
      if (message.event === 'pusher_internal:subscription_succeeded') resolve()
      if (message.event !== 'pusher:connection_established') return
      const { socket_id } = JSON.parse(message.data) as { socket_id: string }
      const { cookie, address } = account
      const body = JSON.stringify({ socket_id, channel_name: channel })
      call('/broadcasting/auth', { method: 'POST', cookie, address, body })
        .then((answer) => answer.json())
        .then((auth) => {
          socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(auth as object) } }))
        })
        .catch(reject)
    })
  })
}

async function open(): Promise<Account[]> {
  const accounts: Account[] = []
  const left = [...task.accounts]
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const account = await signIn(next)
      await Promise.all(Array.from({ length: account.pages }, () => connect(account)))
      accounts.push(account)
    }
  }
  await Promise.all(Array.from({ length: SIGN_INS_AT_ONCE }, work))
  return accounts
}

async function change(accounts: readonly Account[]): Promise<void> {
  const total = task.eventsPerSecond * task.seconds
  const startedMs = performance.now()
  const running: Promise<unknown>[] = []
  for (let n = 0; n < total; n += 1) {
    await sleep(Math.max(0, startedMs + (n * 1000) / task.eventsPerSecond - performance.now()))
    // One whose last change is still on its way is left out: its events would be counted for the wrong change.
    const free = accounts.filter((account) => account.change === null)
    const account = free[Math.floor(Math.random() * free.length)]
    if (!account) throw new Error('Every account has a change on its way.')
    const { cookie, address } = account
    account.change = { sentMs: performance.now(), waiting: account.pages }
    const body = JSON.stringify({ name: 'theme_mode', value: n % 2 === 0 ? 'dark' : 'light' })
    running.push(call('/api/user/settings', { method: 'PATCH', cookie, address, body }).then((answer) => answer.text()))
  }
  await Promise.all(running)
  await sleep(LOST_AFTER_MS)
  lost = accounts.filter((account) => account.change !== null).length
}

process.once('message', (received) => {
  task = received as ClientsTask
  for (const id of task.folderIds) arrivalsMs[id] = []
  void open().then((accounts) => {
    process.once('message', () => {
      void change(accounts).then(() => {
        report({ kind: 'done', delaysMs, lost, arrivalsMs })
      })
    })
    report({ kind: 'connected' })
  })
})
