import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FurtherIntl, type SpotlightResult } from '@holdall/section'
import { EmptyState, Icon, Kbd, Spinner, VisuallyHidden } from '@holdall/ui'
import { Dialog } from '@holdall/ui/dialog'
import { Search } from '@holdall/ui/icons'
import { useShell } from '../host/host-provider.tsx'
import { useCommands } from './spotlight-commands.ts'
import { spotlightMessages } from './spotlight-messages.ts'
import { Combobox, Footer, Group, GroupTitle, InputLine, List, Note } from './spotlight-styles.ts'
import { ResultRow } from './result-row.tsx'
import { useSearch } from './spotlight-search.ts'

interface Props {
  readonly close: () => void
}

export const OpenSpotlight = (props: Props) => (
  <FurtherIntl further={spotlightMessages}>
    <SearchDialog {...props} />
  </FurtherIntl>
)

/** A combobox over a list of results: the focus stays in the field, the arrows move what is active. */
function SearchDialog({ close }: Props) {
  const intl = useIntl()
  const listId = useId()
  const titleId = useId()
  const { spotlight } = useShell()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [chosenId, setChosenId] = useState<string | null>(null)
  const query = text.trim()
  const { places, actions } = useCommands(query)
  const { groups: found, failed, searching } = useSearch(query)
  const groups = [places, ...found, actions].filter(({ results }) => results.length > 0)
  const results = groups.flatMap((group) => group.results)
  const active = results.find(({ id }) => id === chosenId) ?? results[0]
  const optionId = (id: string) => `${listId}-${id}`

  const run = (result: SpotlightResult) => {
    close()
    result.run()
  }
  const move = (by: 1 | -1) => {
    const from = active ? results.indexOf(active) : -1
    const next = results[(from + by + results.length) % results.length]
    if (!next) return
    setChosenId(next.id)
    document.getElementById(optionId(next.id))?.scrollIntoView?.({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A word that is still being composed keeps its keys.
    if (event.nativeEvent.isComposing) return
    const nth = results[nthOf(event) - 1]
    if (nth) run(nth)
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && active) run(active)
    else return
    event.preventDefault()
  }

  return (
    <Dialog open onClose={close} size="xl" placement="top" labelledBy={titleId} initialFocus={input}>
      <VisuallyHidden id={titleId}>
        <FormattedMessage id="spotlight.label" />
      </VisuallyHidden>
      <Combobox onKeyDown={onKeyDown} onMouseDown={keepFocus}>
        <InputLine>
          {searching ? <Spinner size={20} /> : <Icon as={Search} size={20} />}
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-expanded={results.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active ? optionId(active.id) : undefined}
            aria-label={intl.formatMessage({ id: 'spotlight.label' })}
            placeholder={intl.formatMessage({ id: 'spotlight.placeholder' })}
            autoComplete="off"
            spellCheck={false}
            dir={text === '' ? undefined : 'auto'}
            value={text}
            onFocus={() => {
              const typed = spotlight.takeTyped()
              if (typed !== '') setText((now) => typed + now)
            }}
            onChange={(event) => {
              setText(event.target.value)
              setChosenId(null)
            }}
          />
          <Kbd>Esc</Kbd>
        </InputLine>
        <List id={listId} aria-label={intl.formatMessage({ id: 'spotlight.label' })}>
          {groups.map((group) => (
            <Group key={group.id} aria-labelledby={`${listId}-group-${group.id}`}>
              <GroupTitle id={`${listId}-group-${group.id}`}>{group.label}</GroupTitle>
              {group.results.map((result) => (
                <ResultRow
                  key={result.id}
                  id={optionId(result.id)}
                  result={result}
                  query={query}
                  active={result === active}
                  place={results.indexOf(result) + 1}
                  onPoint={() => {
                    setChosenId(result.id)
                  }}
                  onRun={() => {
                    run(result)
                  }}
                />
              ))}
            </Group>
          ))}
        </List>
        {failed && results.length > 0 ? (
          <Note>
            <FormattedMessage id="spotlight.failed" />
          </Note>
        ) : null}
        {results.length === 0 && !searching ? (
          <EmptyState
            style={{ paddingBlockEnd: 40 }}
            title={<FormattedMessage id={failed ? 'spotlight.unavailable' : 'spotlight.none'} values={{ query }} />}
            text={<FormattedMessage id={failed ? 'spotlight.unavailable_hint' : 'spotlight.none_hint'} />}
          />
        ) : null}
        <VisuallyHidden as="output">
          {searching ? (
            <FormattedMessage id="spotlight.searching" />
          ) : (
            <FormattedMessage id="spotlight.results" values={{ count: results.length }} />
          )}
          {failed ? (
            <>
              {' '}
              <FormattedMessage id="spotlight.failed" />
            </>
          ) : null}
        </VisuallyHidden>
        <Footer aria-hidden>
          <span>
            <Kbd>↑</Kbd> <Kbd>↓</Kbd> <FormattedMessage id="spotlight.key_move" />
          </span>
          <span>
            <Kbd>
              <FormattedMessage id="spotlight.key_enter" />
            </Kbd>{' '}
            <FormattedMessage id="spotlight.key_open" />
          </span>
        </Footer>
      </Combobox>
    </Dialog>
  )
}

/** A press on anything but the field leaves the focus in it. */
function keepFocus(event: MouseEvent) {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
}

/** The digit that is pressed with Ctrl or Cmd; 0 for other keys. */
function nthOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): number {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && /^[1-9]$/.test(key) ? Number(key) : 0
}
