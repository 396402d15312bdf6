import { isComposing } from '@holdall/file-browser'
import { useHost, usePreferences } from '@holdall/section'
import { Button, IconButton, type IconType, Input, Skeleton, useMediaQuery } from '@holdall/ui'
import { Apple, Clock, Flag, Heart, Lightbulb, PawPrint, Plane, Search, Smile, Trophy, User } from '@holdall/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import styled from 'styled-components'
import { type EmojiEntry, type EmojiGroup, findEmoji, loadEmoji } from './emoji-data.ts'
import { nextCell } from './next-cell.ts'

const COLUMNS = 8
const MAX_RECENT = 24
/** Of more matches, people refine their search. */
const MAX_FOUND = 200

const Panel = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
  padding: 12px;
  border-radius: var(--r-l);
  box-shadow: 0 0 0 1px var(--line);
`
const Groups = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 2px;
  overflow-x: auto;
  scrollbar-width: none;
`
const Grid = styled.div`
  block-size: 204px;
  overflow: auto;
  scrollbar-width: thin;
  scrollbar-color: var(--line-2) transparent;
`
const Line = styled.div.attrs({ role: 'row' })`
  display: grid;
  grid-template-columns: repeat(${COLUMNS}, minmax(0, 1fr));
`
const Cell = styled.span.attrs({ role: 'gridcell' })`
  display: grid;
  button {
    display: grid;
    place-items: center;
    block-size: 40px;
    border-radius: 9px;
    font-family: var(--emoji-font);
    font-size: 24px;
    line-height: 1;
    &:hover {
      background: var(--hover);
    }
    &:focus-visible {
      outline-offset: -2px;
    }
    &[aria-pressed='true'] {
      background: var(--selected);
      box-shadow: inset 0 0 0 2px var(--accent-solid);
    }
  }
`
const Note = styled.div`
  display: grid;
  justify-items: start;
  gap: 8px;
  padding: 8px 4px;
  font-size: var(--t-13);
  color: var(--text-3);
`

const icons: Readonly<Record<string, IconType>> = {
  recent: Clock,
  smileys_emotion: Smile,
  people_body: User,
  animals_nature: PawPrint,
  food_drink: Apple,
  travel_places: Plane,
  activities: Trophy,
  objects: Lightbulb,
  symbols: Heart,
  flags: Flag,
}

interface EmojiPickerProps {
  readonly value: string | null
  readonly onPick: (emoji: string) => void
}

/** A grid of emoji with search, groups, and those that were chosen last in this browser. */
export function EmojiPicker({ value, onPick }: EmojiPickerProps) {
  const { preferences } = useHost()
  const { recentEmoji } = usePreferences()
  const intl = useIntl()
  const { locale } = intl
  const { data, isError, refetch } = useQuery({
    queryKey: ['emoji', locale],
    queryFn: () => loadEmoji(locale),
    staleTime: Infinity,
  })
  const [query, setQuery] = useState('')
  const isTouch = useMediaQuery('(hover: none)')
  const [chosen, setGroup] = useState<string | null>(null)
  // Those chosen while the picker is open do not move the others.
  const [recent] = useState(recentEmoji)
  if (isError) {
    return (
      <Note role="alert">
        <FormattedMessage id="emoji.failed" />
        <Button size="s" onClick={() => void refetch()}>
          <FormattedMessage id="frame.retry" />
        </Button>
      </Note>
    )
  }
  const groups: readonly EmojiGroup[] = data ? [...withRecent(data, recent), ...data] : []
  const group = groups.find(({ id }) => id === chosen) ?? groups[0]
  const isSearch = query.trim() !== ''
  const found = isSearch && data ? findEmoji(data, query, locale).slice(0, MAX_FOUND) : null
  const shown = found ?? group?.emojis ?? []
  const label = intl.formatMessage({ id: isSearch ? 'emoji.found' : `emoji.group.${group?.id ?? 'smileys_emotion'}` })
  return (
    <Panel aria-label={intl.formatMessage({ id: 'emoji.label' })}>
      <Input
        type="search"
        icon={Search}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- not on a touch screen, where the keyboard would cover the emoji
        autoFocus={!isTouch}
        value={query}
        autoComplete="off"
        aria-label={intl.formatMessage({ id: 'emoji.search' })}
        placeholder={intl.formatMessage({ id: 'emoji.search' })}
        onChange={(event) => {
          setQuery(event.target.value)
        }}
        onKeyDown={(event) => {
          // Enter chooses the first match; the form around the picker is not submitted.
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (found?.[0] && !isComposing(event)) pick(found[0].emoji)
        }}
      />
      <Groups>
        {groups.map(({ id }) => (
          <IconButton
            key={id}
            size="s"
            icon={icons[id] ?? Smile}
            label={intl.formatMessage({ id: `emoji.group.${id}` })}
            aria-pressed={!isSearch && id === group?.id}
            onClick={() => {
              setQuery('')
              setGroup(id)
            }}
          />
        ))}
      </Groups>
      {data ? (
        <EmojiGrid key={`${label}${query}`} label={label} entries={shown} value={value} onPick={pick} />
      ) : (
        <Grid aria-busy>
          <Skeleton height={196} />
        </Grid>
      )}
    </Panel>
  )

  function pick(emoji: string) {
    preferences.set('recentEmoji', [emoji, ...recentEmoji.filter((other) => other !== emoji)].slice(0, MAX_RECENT))
    onPick(emoji)
  }
}

function withRecent(data: readonly EmojiGroup[], recent: readonly string[]): EmojiGroup[] {
  const all = new Map(data.flatMap(({ emojis }) => emojis.map((entry) => [entry.emoji, entry] as const)))
  const emojis = recent.flatMap((emoji) => all.get(emoji) ?? [])
  return emojis.length > 0 ? [{ id: 'recent', emojis }] : []
}

interface EmojiGridProps extends EmojiPickerProps {
  readonly label: string
  readonly entries: readonly EmojiEntry[]
}

/** One cell can be reached by Tab, the others by the arrow keys. */
function EmojiGrid({ label, entries, value, onPick }: EmojiGridProps) {
  const [active, setActive] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const isRtl = document.documentElement.dir === 'rtl'
    const next = nextCell(event.key, { at: active, count: entries.length, columns: COLUMNS, isRtl })
    if (next === null) return
    event.preventDefault()
    setActive(next)
    grid.current?.querySelectorAll('button')[next]?.focus()
  }
  if (entries.length === 0) {
    return (
      <Grid>
        <Note as="output">
          <FormattedMessage id="emoji.none" />
        </Note>
      </Grid>
    )
  }
  const lines = Array.from({ length: Math.ceil(entries.length / COLUMNS) }, (_, line) =>
    entries.slice(line * COLUMNS, (line + 1) * COLUMNS),
  )
  return (
    <Grid ref={grid} role="grid" aria-label={label} onKeyDown={onKeyDown}>
      {lines.map((line, at) => (
        <Line key={line[0]?.emoji}>
          {line.map(({ emoji, name }, column) => (
            <Cell key={emoji}>
              <button
                type="button"
                tabIndex={at * COLUMNS + column === active ? 0 : -1}
                aria-label={name}
                title={name}
                aria-pressed={emoji === value}
                onFocus={() => {
                  setActive(at * COLUMNS + column)
                }}
                onClick={() => {
                  onPick(emoji)
                }}
              >
                {emoji}
              </button>
            </Cell>
          ))}
        </Line>
      ))}
    </Grid>
  )
}
