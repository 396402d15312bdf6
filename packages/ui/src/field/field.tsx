import { useId, type ComponentProps, type ReactNode } from 'react'
import { Check, CircleAlert } from 'lucide-react'
import styled from 'styled-components'
import { Icon } from '../icon/icon.tsx'
import { hiddenStyles } from '../layout/hidden.tsx'
import { FieldContext } from './field-control.ts'

const Root = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
`
const Head = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 8px;
  margin-block-end: 6px;
  font-weight: var(--w-medium);
  font-size: var(--t-13);
  line-height: 20px;
  color: var(--text);
  &[data-hidden] {
    ${hiddenStyles}
  }
`
const Line = styled.div`
  margin-block-start: 6px;
  font-size: var(--t-12);
  line-height: 16px;
  letter-spacing: 0;
  color: var(--text-3);
  &[data-bad] {
    display: flex;
    gap: 6px;
    color: var(--danger-text);
  }
  svg {
    margin-block-start: 1px;
  }
`
const Saved = styled.span`
  display: flex;
  align-items: center;
  gap: 5px;
  &[data-done] {
    color: var(--ok-text);
  }
`
const Status = styled.span`
  font-size: var(--t-12);
  letter-spacing: 0;
  color: var(--text-3);
`

export type SaveStatusProps = {
  state: 'saving' | 'saved'
  /** "Saving…", "Saved". */
  children: ReactNode
}

/** Status of saving, for the `status` of a Field. The caller decides how long "saved" is shown. */
export const SaveStatus = ({ state, children }: SaveStatusProps) => (
  <Saved data-done={state === 'saved' || undefined}>
    {state === 'saved' ? <Icon as={Check} size={14} /> : null}
    {children}
  </Saved>
)

export type FieldProps = Omit<ComponentProps<'div'>, 'title'> & {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong and what to do. Screen readers read it when it is set. */
  error?: ReactNode
  /** At the end of the label's line: "Saving…", "Saved", a link. */
  status?: ReactNode
  required?: boolean
  /** Hides the label visually, for search boxes. */
  hideLabel?: boolean
}

/** A form field: label above, hint and error below, connected with the one control inside. */
export const Field = (props: FieldProps) => {
  const { label, hint, error, status, required = false, hideLabel = false, children, ...rest } = props
  const id = useId()
  const parts = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean)
  const wiring = { id, describedBy: parts.join(' ') || undefined, invalid: Boolean(error), required }
  return (
    <Root {...rest}>
      <Head data-hidden={hideLabel || undefined}>
        <label htmlFor={id}>{label}</label>
        <Status aria-live="polite">{status}</Status>
      </Head>
      <FieldContext value={wiring}>{children}</FieldContext>
      <div aria-live="polite">
        {error ? (
          <Line id={`${id}-error`} data-bad>
            <Icon as={CircleAlert} size={14} />
            <span>{error}</span>
          </Line>
        ) : null}
      </div>
      {hint ? <Line id={`${id}-hint`}>{hint}</Line> : null}
    </Root>
  )
}
