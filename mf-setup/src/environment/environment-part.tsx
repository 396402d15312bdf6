import { isApiError } from '@holdall/api-client'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { ProblemNotice } from '../error-messages/problem-notice.tsx'
import { type Choice, ChoiceCards } from '../form-parts/choice-cards.tsx'
import { FormSection } from '../form-parts/form-layout.tsx'
import { lockedBy } from '../form-parts/locked-values.ts'
import { PrivateAddress } from '../form-parts/private-address.tsx'
import { LockedNotice } from '../form-parts/setup-fields.tsx'
import type { Part, PartProps } from './part-props.ts'

interface EnvironmentPartProps<V extends string> extends Pick<PartProps, 'values' | 'problem' | 'onProblem'> {
  readonly name: Part
  readonly driver: V
  readonly choices: readonly Choice<V>[]
  readonly onChoose: (driver: V) => void
  /** What follows from the choice. */
  readonly note?: ReactNode
  /** Of the chosen driver; absent where the operator has decided the values elsewhere. */
  readonly fields: ReactNode
  /** Tests what is entered. */
  readonly test: ReactNode
  /** Of the test, below what went wrong. */
  readonly result?: ReactNode
}

/** A part of the environment: the choice of a driver, the driver's fields, and the test of what was entered. */
export function EnvironmentPart<V extends string>(props: EnvironmentPartProps<V>) {
  const { values, problem, onProblem, name, driver, choices, onChoose, note, fields, test, result } = props
  const intl = useIntl()
  const lock = lockedBy(values, name)
  const title = intl.formatMessage({ id: `${name}.title` })
  return (
    <FormSection title={title} text={intl.formatMessage({ id: `${name}.text` })}>
      {lock === undefined ? null : <LockedNotice by={lock} />}
      <ChoiceCards
        label={title}
        disabled={lock !== undefined}
        value={driver}
        onChange={(next) => {
          onProblem(null)
          onChoose(next)
        }}
        choices={choices}
      />
      {note}
      {lock === undefined ? fields : null}
      <PrivateAddress name={`${name}.allow_private`} error={problem} />
      {test}
      {problem && !isApiError(problem, 'private-address') ? <ProblemNotice error={problem} /> : null}
      {result}
    </FormSection>
  )
}
