import type { Notification } from '@holdall/api'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { NotificationItem } from './notification-item.tsx'
import { useNow } from './use-now.ts'

/** Relative times change by the minute. */
const TICK_MS = 20_000

const Day = styled.h3`
  padding: 12px 12px 6px;
  color: var(--text-3);
  font-size: var(--t-12);
  font-weight: var(--w-medium);
  letter-spacing: 0;
`
const Older = styled.div`
  display: grid;
  justify-items: center;
  padding-block: 12px;
`

interface Props {
  readonly userId: string
  readonly items: readonly Notification[]
  readonly onRemove: (id: string) => void
  /** Closes the centre. */
  readonly onClose: () => void
  /** The last one is removed: the focus is to be moved. */
  readonly onEmpty: () => void
  /** Below the list. */
  readonly older: ReactNode
}

/** By day. One item at a time is a tab stop; arrows move to the others. */
export function NotificationList({ userId, items, onRemove, onClose, onEmpty, older }: Props) {
  const intl = useIntl()
  const list = useRef<HTMLDivElement>(null)
  const now = useNow(TICK_MS)
  const [current, setCurrent] = useState<string>()
  const tabStop = items.some(({ id }) => id === current) ? current : items[0]?.id

  const elements = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-notification]') ?? [])]
  const remove = (id: string) => {
    const all = elements()
    const at = all.findIndex((element) => element.dataset['notification'] === id)
    const next = all[at + 1] ?? all[at - 1]
    if (next) next.focus()
    else onEmpty()
    onRemove(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = elements()
    const focused = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-notification]') : null
    const at = focused ? all.indexOf(focused) : -1
    const moves: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }
    const target = moves[event.key]
    if (target !== undefined) {
      event.preventDefault()
      all[Math.min(Math.max(target, 0), all.length - 1)]?.focus()
    } else if (event.key === 'Enter' && event.target === focused) {
      event.preventDefault()
      focused?.querySelector<HTMLElement>('[data-action]')?.click()
    } else if (event.key === 'Delete' && focused?.dataset['notification']) {
      event.preventDefault()
      remove(focused.dataset['notification'])
    }
  }

  const dayOf = (time: number) => intl.formatDate(time, { dateStyle: 'short' })
  const today = dayOf(now)
  const isOfToday = ({ attributes }: Notification) => dayOf(Date.parse(attributes.created_at)) === today
  const groups = [
    { id: 'notifications.today', items: items.filter(isOfToday) },
    { id: 'notifications.earlier', items: items.filter((item) => !isOfToday(item)) },
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of its items.
    <div ref={list} onKeyDown={onKeyDown}>
      {groups.map((group) =>
        group.items.length === 0 ? null : (
          <section key={group.id}>
            <Day>
              <FormattedMessage id={group.id} />
            </Day>
            <ul>
              {group.items.map((item) => (
                <li key={item.id}>
                  <NotificationItem
                    userId={userId}
                    notification={item}
                    now={now}
                    isTabStop={item.id === tabStop}
                    onFocus={() => {
                      setCurrent(item.id)
                    }}
                    onRemove={() => {
                      remove(item.id)
                    }}
                    onClose={onClose}
                  />
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
      {older ? <Older>{older}</Older> : null}
    </div>
  )
}
