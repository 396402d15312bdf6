import { focusList, isComposing } from '@holdall/file-browser'
import { IconButton, Input } from '@holdall/ui'
import { Search, X } from '@holdall/ui/icons'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import styled from 'styled-components'

/** Without the button of the browser beside that of the field. */
const TextInput = styled(Input)`
  appearance: none;
  &::-webkit-search-cancel-button {
    display: none;
  }
`

/** After the last key. */
const DELAY_MS = 300
/** As long as a name may be. */
export const MAX_QUERY_LENGTH = 255

interface Props {
  /** The text that is searched for; empty for none. */
  readonly query: string
  readonly onQuery: (query: string) => void
}

/** Searches while somebody types. Escape clears it, Enter and the arrow down lead to the list. */
export function LinkSearchField({ query, onQuery }: Props) {
  const intl = useIntl()
  const [text, setText] = useState(query)
  const input = useRef<HTMLInputElement>(null)
  const sent = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (query === sent.current) return
    sent.current = query
    clearTimeout(timer.current)
    // oxlint-disable-next-line react/set-state-in-effect -- Back and Forward change the address, and with it the text.
    setText(query)
  }, [query])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    [],
  )

  const send = (next: string) => {
    clearTimeout(timer.current)
    if (next === sent.current) return
    sent.current = next
    onQuery(next)
  }
  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      send(next.trim())
    }, DELAY_MS)
  }
  const clear = () => {
    setText('')
    send('')
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      type="search"
      icon={Search}
      value={text}
      maxLength={MAX_QUERY_LENGTH}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      dir="auto"
      placeholder={intl.formatMessage({ id: 'share.search' })}
      aria-label={intl.formatMessage({ id: 'share.search' })}
      onChange={({ target }) => {
        change(target.value)
      }}
      onKeyDown={(event) => {
        if (isComposing(event)) return
        if (event.key === 'Escape' && text !== '') clear()
        else if (event.key === 'Enter') send(text.trim())
        else if (event.key === 'ArrowDown') leaveToList(event.currentTarget)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
      end={
        text === '' ? null : (
          <IconButton icon={X} size="s" label={intl.formatMessage({ id: 'share.search_clear' })} onClick={clear} />
        )
      }
    />
  )
}

/** Focuses the list; where there is none, the field keeps the focus. */
function leaveToList(field: HTMLElement) {
  field.blur()
  focusList()
  if (document.activeElement === document.body) field.focus()
}
