import type { SetupStep } from '@holdall/api'
import { isApiError } from '@holdall/api-client'
import { useEffect } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormReturn } from 'react-hook-form'
import { keepFields, keptFields } from '../setup-key/kept-fields.ts'

const secrets: ReadonlySet<string> = new Set(['password', 'secret', 'purchase_code'])

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The kept values of fields that the form has, where they are of the same type. */
export function withKept<F extends Fields>(saved: F, kept: Fields): F {
  return Object.fromEntries(
    Object.entries(saved).map(([name, value]) => {
      const before = kept[name]
      if (isFields(value) && isFields(before)) return [name, withKept(value, before)]
      return [name, typeof before === typeof value && before !== null && !isFields(value) ? before : value]
    }),
  ) as F
}

export function withoutSecrets(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !secrets.has(name))
      .map(([name, value]) => [name, isFields(value) ? withoutSecrets(value) : value]),
  )
}

/** The form of a step. What was entered and not saved is there after a reload, passwords excepted. */
export function useStepForm<F extends FieldValues>(step: SetupStep, saved: F): UseFormReturn<F> {
  const form = useForm<F>({
    defaultValues: withKept(saved, keptFields(step)) as DefaultValues<F>,
    mode: 'onTouched',
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          keepFields(step, withoutSecrets(values))
        },
      }),
    [subscribe, step],
  )
  return form
}

/** Shows the server's messages at their fields. False where there is none that a field of the form shows. */
export function showFieldErrors<F extends FieldValues>(form: UseFormReturn<F>, error: unknown): boolean {
  if (!isApiError(error, 'validation')) return false
  const known = Object.entries(error.fields).filter(([name]) => form.getValues(name as Path<F>) !== undefined)
  for (const [index, [name, [message = '']]] of known.entries())
    form.setError(name as Path<F>, { type: 'server', message }, { shouldFocus: index === 0 })
  return known.length > 0
}
