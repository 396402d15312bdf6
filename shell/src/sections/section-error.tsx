import { type SectionStatus, useLocation } from '@holdall/section'
import { Button, ErrorState } from '@holdall/ui'
import { RotateCw } from '@holdall/ui/icons'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useShell } from '../host-provider.tsx'
import { hasNavigation } from '../navigation/has-navigation.ts'
import { SectionPlace } from './place.tsx'
import { WaysOn } from './ways-on.tsx'

export type Trouble =
  | Extract<SectionStatus, { state: 'failed' | 'incompatible' | 'disabled' }>
  /** Loaded, and then a page or a chunk of it failed. */
  | { readonly state: 'crashed'; readonly reason: string; readonly address: string | null }

export interface SectionErrorProps {
  readonly id: string
  readonly trouble: Trouble
  readonly onRetry: () => void
  /** An earlier version that could take over. */
  readonly lastGood?: string | undefined
  readonly onLastGood?: () => void
}

/** A section that is not there: what failed, where, how to try again, and the way home. Everything around it works. */
export function SectionError({ id, trouble, onRetry, lastGood, onLastGood }: SectionErrorProps) {
  const { config } = useShell()
  const intl = useIntl()
  const { pathname } = useLocation()
  const name = intl.formatMessage({ id: `section.name.${id}`, defaultMessage: id })
  const title = intl.formatMessage({ id: titles[trouble.state] }, { name })
  useEffect(() => {
    document.title = `${title} – ${config.name}`
  }, [title, config.name])
  const screen = (
    <ErrorState
      level="h1"
      title={title}
      text={<FormattedMessage id={sentenceOf(trouble)} />}
      address={'address' in trouble && trouble.address ? trouble.address : undefined}
      detail={detailOf(trouble)}
      actions={
        <>
          {trouble.state === 'disabled' ? null : (
            <Button variant="primary" icon={RotateCw} onClick={onRetry}>
              <FormattedMessage id="section.retry" />
            </Button>
          )}
          {lastGood === undefined ? null : (
            <Button onClick={onLastGood}>
              <FormattedMessage id="section.use_last_good" values={{ version: lastGood }} />
            </Button>
          )}
          <WaysOn />
        </>
      }
    />
  )
  return hasNavigation(pathname) ? <SectionPlace>{screen}</SectionPlace> : screen
}

const titles = {
  failed: 'section.title.failed',
  crashed: 'section.title.crashed',
  incompatible: 'section.title.incompatible',
  disabled: 'section.title.disabled',
} as const

const sentenceOf = (trouble: Trouble) =>
  trouble.state === 'failed' ? `section.problem.${trouble.problem}` : `section.problem.${trouble.state}`

function detailOf(trouble: Trouble): string | undefined {
  switch (trouble.state) {
    case 'failed':
    case 'crashed':
      return trouble.reason
    case 'incompatible':
      return `${trouble.needs} ≠ ${trouble.has}`
    case 'disabled':
      return undefined
  }
}
