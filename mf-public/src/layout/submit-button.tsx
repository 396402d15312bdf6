import { Button } from '@holdall/ui'
import type { ReactNode } from 'react'
import type { Wait } from '../error-messages/use-retry-after.ts'

interface Props {
  readonly busy: boolean
  /** The button is disabled until it is over. */
  readonly wait: Wait | null
  readonly children: ReactNode
}

/** The submit button of a form. */
export const SubmitButton = ({ busy, wait, children }: Props) => (
  <Button
    type="submit"
    variant="primary"
    block
    busy={busy}
    disabledReason={wait && !wait.isOver ? wait.text : undefined}
  >
    {children}
  </Button>
)
