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
import { PlainError } from '../app/plain-error.tsx'
import { useShell } from '../host-provider.tsx'
import { asFailure, type SectionFailure } from './failure.ts'
import { SectionBoundary } from './section-boundary.tsx'
import type { SectionErrorProps, Trouble } from './section-error.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'
import type { LoadedSection, ShellSections } from './sections.ts'

/** No part of a first screen that works; `useFetchAhead` brings it before it may be needed. */
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

/** A section on its place in the page, in whatever state it is. What goes wrong in it ends here. */
export function SectionHost({ id, sections, language, onShown }: Props) {
  const status = useSections()[id]
  // Idle also when it is enabled again while its place is shown.
  const isIdle = status === undefined || status.state === 'idle'
  useEffect(() => {
    // The status says how it went.
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
        trouble={status}
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
  /** What was found out of the failure that is shown. */
  const [explained, setExplained] = useState<{ readonly of: unknown; readonly failure: SectionFailure } | null>(null)
  return (
    <SectionBoundary
      place={pathname}
      onError={(error) => {
        log.error(`Section ${id} failed while it was shown.`, error)
        void sections.crashed(id, error).then((failure) => {
          setExplained({ of: error, failure })
        })
      }}
      fallback={(error, retry) => (
        <SectionError
          id={id}
          trouble={crashed(
            explained !== null && explained.of === error
              ? explained.failure
              : asFailure(error, new URL(served.base, location.origin).href),
          )}
          lastGood={sections.lastGood(id)?.version}
          onLastGood={() => {
            // The status says how it went.
            sections.takeLastGood(id).catch(() => undefined)
          }}
          onRetry={() => {
            forgetFailures()
            // The status says how a new version went.
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

function crashed({ problem, message, address }: SectionFailure): Trouble {
  // A chunk that did not come is the network's fault, and reads like a section that did not come.
  return problem === 'threw'
    ? { state: 'crashed', reason: message, address: null }
    : { state: 'failed', problem, reason: message, address }
}
