import { FormattedMessage, useIntl } from 'react-intl'
import type { SpotlightResult } from '@holdall/section'
import { Grow, Kbd, KindTile, modifierLabel, Text } from '@holdall/ui'
import { resultLook } from './spotlight-icons.ts'
import { Hint, Row } from './spotlight-styles.ts'

interface Props {
  readonly id: string
  readonly result: SpotlightResult
  readonly query: string
  readonly active: boolean
  /** From 1, among all results. */
  readonly place: number
  readonly onPoint: () => void
  readonly onRun: () => void
}

export function ResultRow({ id, result, query, active, place, onPoint, onRun }: Props) {
  const { locale } = useIntl()
  const { icon, hue, flip } = resultLook(result.icon)
  return (
    // The combobox handles the keyboard: an option is never focused.
    <Row id={id} aria-selected={active} onPointerMove={active ? undefined : onPoint} onClick={onRun}>
      <KindTile size={32} iconSize={18} icon={icon} hue={hue} flip={flip} />
      <Grow>
        <Text clip weight="medium" dir="auto">
          <Marked text={result.title} query={query} />
          {result.subtitle ? (
            <Text variant="secondary" tone="subtle">
              {' · '}
              {result.subtitle}
            </Text>
          ) : null}
        </Text>
      </Grow>
      {active ? (
        <Hint aria-hidden>
          <FormattedMessage id="spotlight.open" />
          <Kbd>
            <FormattedMessage id="spotlight.key_enter" />
          </Kbd>
        </Hint>
      ) : place <= 9 ? (
        <Hint aria-hidden>
          <Kbd>{`${modifierLabel(locale)} ${String(place)}`}</Kbd>
        </Hint>
      ) : null}
    </Row>
  )
}

function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  const at = query === '' ? -1 : text.toLowerCase().indexOf(query.toLowerCase())
  if (at < 0) return text
  const end = at + query.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}
