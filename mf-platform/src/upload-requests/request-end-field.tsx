import { isolate } from '@holdall/section'
import { Field, Input } from '@holdall/ui'
import { Select } from '@holdall/ui/menu'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { toInputValue } from '../share-links/zoned-time.ts'
import { type ChosenEnd, dateBounds, defaultEnd, type EndChoice, endChoices, momentOf } from './request-end.ts'

interface RequestEndFieldProps {
  readonly end: ChosenEnd
  readonly problem: string | null
  readonly onChange: (end: ChosenEnd) => void
}

/** When a request closes: one of some days, a date, the idle rule, or never. */
export function RequestEndField({ end, problem, onChange }: RequestEndFieldProps) {
  const intl = useIntl()
  const [openedAtMs] = useState(Date.now)
  const { timeZone } = intl
  const bounds = dateBounds(openedAtMs, timeZone)
  const { choice, date } = end
  const labelOf = (value: EndChoice) =>
    value === 'date' || value === 'idle' || value === 'never'
      ? intl.formatMessage({ id: `upload_requests.end.${value}` })
      : intl.formatMessage({ id: 'upload_requests.end.days' }, { count: Number(value) })
  const choose = (next: EndChoice) => {
    // A date begins with the moment that was chosen before.
    const atMs = momentOf(end, openedAtMs, timeZone) ?? momentOf(defaultEnd, openedAtMs, timeZone) ?? openedAtMs
    onChange({ choice: next, date: next === 'date' ? date || toInputValue(atMs, timeZone) : date })
  }
  return (
    <>
      <Field
        label={<FormattedMessage id="upload_requests.end.label" />}
        hint={choice === 'date' ? undefined : <Hint end={end} openedAtMs={openedAtMs} />}
      >
        <Select
          value={choice}
          onChange={choose}
          options={endChoices.map((value) => ({ value, label: labelOf(value) }))}
        />
      </Field>
      {choice === 'date' ? (
        <Field
          label={<FormattedMessage id="upload_requests.end.date_label" />}
          error={problem}
          hint={
            timeZone === undefined ? undefined : (
              <FormattedMessage id="share.end_date_zone" values={{ zone: isolate(timeZone) }} />
            )
          }
        >
          <Input
            type="datetime-local"
            required
            value={date}
            {...bounds}
            onChange={({ target }) => {
              onChange({ choice, date: target.value })
            }}
          />
        </Field>
      ) : null}
    </>
  )
}

function Hint({ end, openedAtMs }: { readonly end: ChosenEnd; readonly openedAtMs: number }) {
  const intl = useIntl()
  const atMs = momentOf(end, openedAtMs, intl.timeZone)
  if (atMs === null) return <FormattedMessage id={`upload_requests.end.${end.choice}_hint`} />
  const date = intl.formatDate(atMs, { dateStyle: 'medium', timeStyle: 'short' })
  return <FormattedMessage id="upload_requests.closes" values={{ date }} />
}
