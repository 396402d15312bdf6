import { type SectionStatus, useLocation } from '@holdall/section'
import { Button, ErrorState } from '@holdall/ui'
import { RotateCw } from '@holdall/ui/icons'
import { useEffect, useEffectEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useShell } from '../host/host-provider.tsx'
import { hasNavigation } from '../navigation/has-navigation.ts'
import { SectionPlaceholder } from './section-placeholder.tsx'
import { ErrorPageLinks } from '../error-pages/error-page-links.tsx'

export type SectionErrorStatus =
  | Extract<SectionStatus, { state: 'failed' | 'incompatible' | 'disabled' }>
  /** Loaded, and then a page or a chunk of it failed. */
  | { readonly state: 'crashed'; readonly reason: string; readonly address: string | null }

export interface SectionErrorProps {
  readonly id: string
  readonly status: SectionErrorStatus
  readonly onRetry: () => void
  /** The last good version, if it could be loaded instead. */
  readonly lastGood?: string | undefined
  readonly onLastGood?: () => void
}

/** A section that cannot be shown: what failed, where, a retry, and links to the rest, which keeps working. */
export function SectionError({ id, status, onRetry, lastGood, onLastGood }: SectionErrorProps) {
  const { config } = useShell()
  const intl = useIntl()
  const { pathname } = useLocation()
  // The pages of the account belong to the section that is called after the files.
  const named = pathname.startsWith('/user/') ? 'public' : id
  const name = intl.formatMessage({ id: `section.name.${named}`, defaultMessage: id })
  const title = capitalised(intl.formatMessage({ id: titles[status.state] }, { name }), intl.locale)
  useEffect(() => {
    document.title = `${title} – ${config.name}`
  }, [title, config.name])
  const isUnreachable = status.state === 'failed' && (status.problem === 'unreachable' || status.problem === 'timeout')
  const retryNow = useEffectEvent(onRetry)
  useEffect(() => {
    if (!isUnreachable) return
    addEventListener('online', retryNow)
    return () => {
      removeEventListener('online', retryNow)
    }
  }, [isUnreachable])
  const screen = (
    <ErrorState
      level="h1"
      title={title}
      text={<FormattedMessage id={sentenceOf(status)} />}
      address={'address' in status && status.address ? status.address : undefined}
      detail={detailOf(status)}
      actions={
        <>
          {status.state === 'disabled' ? null : (
            <Button variant="primary" icon={RotateCw} onClick={onRetry}>
              <FormattedMessage id="section.retry" />
            </Button>
          )}
          {lastGood === undefined ? null : (
            <Button onClick={onLastGood}>
              <FormattedMessage id="section.use_last_good" values={{ version: lastGood }} />
            </Button>
          )}
          <ErrorPageLinks />
        </>
      }
    />
  )
  return hasNavigation(pathname) ? <SectionPlaceholder>{screen}</SectionPlaceholder> : screen
}

const titles = {
  failed: 'section.title.failed',
  crashed: 'section.title.crashed',
  incompatible: 'section.title.incompatible',
  disabled: 'section.title.disabled',
} as const

const sentenceOf = (status: SectionErrorStatus) =>
  status.state === 'failed' ? `section.problem.${status.problem}` : `section.problem.${status.state}`

function detailOf(status: SectionErrorStatus): string | undefined {
  switch (status.state) {
    case 'failed':
    case 'crashed':
      return status.reason
    case 'incompatible':
      return `${status.needs} ≠ ${status.has}`
    case 'disabled':
      return undefined
  }
}

/** A title may begin with a name such as "this page". */
const capitalised = (text: string, locale: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
