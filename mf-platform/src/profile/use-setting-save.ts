import { type Input as InputOf, updateSetting } from '@holdall/api'
import { api, isApiError } from '@holdall/api-client'
import { useHost } from '@holdall/section'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'

type SettingName = 'first_name' | 'last_name' | 'timezone' | 'notification_mails'
type Setting = Extract<InputOf<typeof updateSetting>['body'], { name: SettingName }>

export type SaveState =
  | { readonly step: 'idle' | 'saving' | 'saved' }
  /** `message` is translated, for the field. */
  | { readonly step: 'failed'; readonly message: string }

/** The specification names it for settings that are saved while they are edited. */
const DEBOUNCE_MS = 150
const SAVED_SHOWN_MS = 2000

/** The specification saves neither an empty value, nor a single space, nor an object, unless forced. */
const isSkipped = (value: unknown) =>
  value === undefined || value === null || value === '' || value === ' ' || typeof value === 'object'

export interface SettingSave {
  readonly state: SaveState
  /** Saves `value` after a pause in typing. Empty values are not saved, unless `isForced`. */
  save(value: string | null, options?: { readonly isForced?: boolean }): void
}

/** Saves a setting of the account while it is edited; of several values the last one is kept. */
export function useSettingSave(name: SettingName): SettingSave {
  const { overlay, session } = useHost()
  const intl = useIntl()
  const [state, setState] = useState<SaveState>({ step: 'idle' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The value that the debounce delays. */
  const pending = useRef<{ readonly value: string | null } | null>(null)
  /** The value that could not be sent without a connection. */
  const unsent = useRef<{ readonly value: string | null } | null>(null)
  /** Calls are sent one after the other, so that an earlier value never arrives last. */
  const queue = useRef(Promise.resolve())
  const turn = useRef(0)

  const send = useCallback(() => {
    clearTimeout(timer.current)
    const next = pending.current
    pending.current = null
    if (!next) return
    unsent.current = null
    const mine = ++turn.current
    const isLast = () => mine === turn.current
    setState({ step: 'saving' })
    queue.current = queue.current.then(async () => {
      if (!isLast()) return
      try {
        await api.call(updateSetting, { body: { name, value: next.value } as Setting })
        await session.refresh()
        if (isLast()) setState({ step: 'saved' })
      } catch (error) {
        if (!isLast()) return
        overlay.somethingWrong(error)
        if (isApiError(error, 'network')) unsent.current = next
        setState({
          step: 'failed',
          message: isApiError(error, 'demo-read-only')
            ? error.message
            : intl.formatMessage({ id: isApiError(error, 'validation') ? 'user.save.invalid' : 'user.save.failed' }),
        })
      }
    })
  }, [name, session, overlay, intl])

  const latestSend = useRef(send)
  useEffect(() => {
    latestSend.current = send
  }, [send])
  // A value that is still delayed is saved when the page is left.
  useEffect(
    () => () => {
      latestSend.current()
    },
    [],
  )
  useEffect(() => {
    const sendAgain = () => {
      pending.current ??= unsent.current
      latestSend.current()
    }
    addEventListener('online', sendAgain)
    return () => {
      removeEventListener('online', sendAgain)
    }
  }, [])
  useEffect(() => {
    if (state.step !== 'saved') return undefined
    const end = setTimeout(() => {
      setState({ step: 'idle' })
    }, SAVED_SHOWN_MS)
    return () => {
      clearTimeout(end)
    }
  }, [state])

  const save = useCallback<SettingSave['save']>((value, { isForced = false } = {}) => {
    clearTimeout(timer.current)
    pending.current = null
    if (isSkipped(value) && !isForced) return
    pending.current = { value }
    timer.current = setTimeout(() => {
      latestSend.current()
    }, DEBOUNCE_MS)
  }, [])
  return { state, save }
}
