import {
  forgetFailures,
  type Language,
  type SectionRoute,
  SectionRoutes,
  useLocation,
  useSections,
} from '@holdall/section'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { PlainError } from '../error-pages/plain-error.tsx'
import { useShell } from '../host/host-provider.tsx'
import { asFailure, type SectionFailure } from '../sections/section-failure.ts'
import { SectionBoundary } from './section-boundary.tsx'
import type { SectionErrorProps, SectionErrorStatus } from './section-error.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'
import type { LoadedSection, ShellSections } from '../sections/sections.ts'

/** Not needed on the first screen unless that fails; `usePrefetchSections` loads it afterwards. */
export const loadSectionError = () => import('./section-error.tsx')
const LazySectionError = lazy<ComponentType<SectionErrorProps>>(() =>
  loadSectionError().then(
    (m) => ({ default: m.SectionError }),
    () => ({ default: PlainSectionError }),
  ),
)
const SectionError = (props: SectionErrorProps) => (
  <Suspense fallback={<SectionSkeleton />}>
    <LazySectionError {...props} />
  </Suspense>
)

function PlainSectionError({ id, onRetry }: SectionErrorProps) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: `section.name.${id}`, defaultMessage: id })
  return (
    <PlainError
      title={intl.formatMessage({ id: 'section.title.failed' }, { name })}
      action={intl.formatMessage({ id: 'section.retry' })}
      onAction={onRetry}
    />
  )
}

interface Props {
  readonly id: string
  readonly sections: ShellSections
  readonly language: Language
  readonly onShown: (route: SectionRoute) => void
}

/** A section in the page, in any state. Its errors do not affect the rest of the page. */
export function SectionHost({ id, sections, language, onShown }: Props) {
  const status = useSections()[id]
  // Also idle: a section that is enabled again while its page is shown.
  const isIdle = status === undefined || status.state === 'idle'
  useEffect(() => {
    // The status has the failure.
    if (isIdle) sections.load(id).catch(() => undefined)
  }, [sections, id, isIdle])
  const loaded = status?.state === 'ready' ? sections.loaded(id) : null
  if (loaded)
    return (
      <Running key={loaded.served.base} loaded={loaded} language={language} onShown={onShown} sections={sections} />
    )
  if (status?.state === 'failed' || status?.state === 'incompatible' || status?.state === 'disabled')
    return (
      <SectionError
        id={id}
        status={status}
        onRetry={() => {
          sections.retry(id)
        }}
      />
    )
  return <SectionSkeleton />
}

interface RunningProps extends Omit<Props, 'id'> {
  readonly loaded: LoadedSection
}

function Running({ loaded: { module, served }, language, onShown, sections }: RunningProps) {
  const { config, log } = useShell()
  const { pathname } = useLocation()
  const { id } = module
  /** The cause of the failure that is shown, once it is known. */
  const [explained, setExplained] = useState<{ readonly of: unknown; readonly failure: SectionFailure } | null>(null)
  return (
    <SectionBoundary
      path={pathname}
      onError={(error) => {
        log.error(`Section ${id} failed while it was shown.`, error)
        void sections.handleCrash(id, error).then((failure) => {
          setExplained({ of: error, failure })
        })
      }}
      fallback={(error, retry) => (
        <SectionError
          id={id}
          status={crashStatus(
            explained !== null && explained.of === error
              ? explained.failure
              : asFailure(error, new URL(served.base, location.origin).href),
          )}
          lastGood={sections.lastGood(id)?.version}
          onLastGood={() => {
            // The status has the failure.
            sections.takeLastGood(id).catch(() => undefined)
          }}
          onRetry={() => {
            forgetFailures()
            // The status has the failure of a new version.
            void sections
              .renew(id)
              .catch(() => undefined)
              .then(retry)
          }}
        />
      )}
    >
      <SectionRoutes
        section={module}
        language={language}
        siteName={config.name}
        skeleton={<SectionSkeleton />}
        onShown={onShown}
      />
    </SectionBoundary>
  )
}

function crashStatus({ problem, message, address }: SectionFailure): SectionErrorStatus {
  // A chunk that cannot be loaded is reported like a section that cannot be loaded.
  return problem === 'threw'
    ? { state: 'crashed', reason: message, address: null }
    : { state: 'failed', problem, reason: message, address }
}
