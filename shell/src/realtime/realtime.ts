import type { EventBus } from '@holdall/event-bus'
import type { Session } from '@holdall/section'
import type { QueryClient } from '@tanstack/react-query'
import { backoffMs, waitForConnection } from '../connection/wait-for-connection.ts'
import { afterChanges } from '../session/after-changes.ts'
import type { Connection, OpenConnection } from './echo-connection.ts'
import { createReceivedEvents } from './received-events.ts'
import { createSiblingSockets } from './sibling-sockets.ts'

/** The account is fetched at most this often: each of many uploads changes its used storage. */
const ACCOUNT_INTERVAL_MS = 2000
/** After an outage all pages fetch again what they show, within this time and not at once. */
const REFETCH_WITHIN_MS = 2000
/** The first retry of a connection that the server refused comes after about 16 s. */
const REFUSED_FAILURES = 5

export interface RealtimeDeps {
  readonly open: OpenConnection
  readonly events: EventBus
  readonly emitReceived: (emit: () => void) => void
  readonly session: {
    get(): Session
    subscribe(listener: () => void): () => void
    /** Fetches the user, without telling the other tabs. */
    refetch(): Promise<unknown>
  }
  readonly queryClient: Pick<QueryClient, 'invalidateQueries' | 'isMutating' | 'getMutationCache'>
  /** Fetches which versions the server has of the shell and the sections. */
  readonly refreshSections: () => Promise<void>
  /** Of the socket of this tab, which the server leaves out of what the tab causes. */
  readonly setSocketId: (id: string | undefined) => void
}

/** Keeps a connection for the signed-in account, and emits on the bus of the page what the server says. */
export function startRealtime(deps: RealtimeDeps): void {
  const { open, events, emitReceived, session, queryClient, refreshSections, setSocketId } = deps
  let connection: Connection | null = null
  let connectedUser: string | null = null
  let failures = 0
  let wasSubscribed = false
  let waiting = new AbortController()
  let accountTimer: ReturnType<typeof setTimeout> | undefined
  let refetchTimer: ReturnType<typeof setTimeout> | undefined
  let sectionsTimer: ReturnType<typeof setTimeout> | undefined

  const userId = () => {
    const now = session.get()
    return now.state === 'signed-in' ? now.user.id : null
  }
  /**
   * Where the session has ended, the page shows it. Not while a change is under way: it may replace the session, as a new
   * password does, and the browser has the new one with its answer.
   */
  const refetchSession = () => {
    afterChanges(queryClient, () => {
      if (userId() !== null) session.refetch().catch(() => undefined)
    })
  }
  const refetchAccount = () => {
    accountTimer ??= setTimeout(() => {
      accountTimer = undefined
      refetchSession()
    }, ACCOUNT_INTERVAL_MS)
  }
  const refetchAll = (withinMs = REFETCH_WITHIN_MS) => {
    refetchTimer ??= setTimeout(() => {
      refetchTimer = undefined
      if (userId() === null) return
      void queryClient.invalidateQueries()
      refetchAccount()
    }, Math.random() * withinMs)
  }
  /** Within a time, because all pages get the event at once. */
  const refetchSections = () => {
    sectionsTimer ??= setTimeout(() => {
      sectionsTimer = undefined
      void refreshSections()
    }, Math.random() * REFETCH_WITHIN_MS)
  }
  const siblings = createSiblingSockets(() => connection?.socketId())
  const received = createReceivedEvents({
    events,
    emitReceived,
    isSibling: (id) => siblings.has(id),
    refetchAccount,
    refetchAll: () => {
      refetchAll()
    },
    refetchSections,
  })

  function connect(id: string): void {
    connectedUser = id
    connection = open(id, {
      event: (name, data) => {
        if (userId() === id) received.receive(name, data)
      },
      subscribed() {
        failures = 0
        setSocketId(connection?.socketId())
        siblings.announce()
        // What is shown was fetched before: the events in between were missed. The first connection comes some seconds
        // after the page, which no outage lets many pages do at once.
        refetchAll(wasSubscribed ? REFETCH_WITHIN_MS : 0)
        // The server may have been upgraded in between.
        if (wasSubscribed) refetchSections()
        wasSubscribed = true
      },
      ended(isRefused) {
        connection = null
        setSocketId(undefined)
        failures = isRefused ? Math.max(failures + 1, REFUSED_FAILURES) : failures + 1
        if (isRefused) refetchSession()
        waiting = new AbortController()
        const { signal } = waiting
        void waitForConnection(backoffMs(failures), signal).then(() => {
          if (!signal.aborted && userId() === id) connect(id)
        })
      },
    })
  }

  function follow(): void {
    const id = userId()
    if (id === connectedUser) return
    waiting.abort()
    connection?.close()
    connection = null
    connectedUser = null
    setSocketId(undefined)
    failures = 0
    wasSubscribed = false
    if (id !== null) connect(id)
  }
  session.subscribe(follow)
  follow()
}
