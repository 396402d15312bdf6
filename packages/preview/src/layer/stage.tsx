import { Component, createElement, type ReactNode, Suspense } from 'react'
import type { Entry } from '@holdall/api'
import { forgetFailures, useLazy } from '@holdall/section'
import { Button } from '@holdall/ui'
import { FormattedMessage } from 'react-intl'
import styled from 'styled-components'
import { Loading } from '../controls/loading.tsx'
import { type FailureReason, ReadFailure } from '../reading/read-failure.ts'
import { type ViewerName, viewerOf } from '../viewer-by-type.ts'
import type { ViewerProps } from '../viewer-props.ts'
import { FileCard } from './file-card.tsx'
import { useFailure } from './use-failure.ts'
import { viewers } from './viewers.ts'

const Middle = styled.div`
  display: grid;
  place-items: safe center;
  block-size: 100%;
  overflow: auto;
  padding: 16px;
`

interface StageProps {
  readonly entry: Entry
  readonly refresh: (id: string) => Promise<Entry | null>
  readonly setPrint: ViewerProps['setPrint']
  readonly onDownload: (() => void) | undefined
}

/** The content of a file, or a card that says why it is not shown. Has to be mounted again for another file. */
export function Stage({ entry, refresh, setPrint, onDownload }: StageProps) {
  const { url, attempt, failure, onFailure, retry } = useFailure(entry, refresh)
  const name = viewerOf(entry)
  const card = (title: string, text?: string, children?: ReactNode) => (
    <Middle>
      <FileCard
        entry={entry}
        title={<FormattedMessage id={title} />}
        text={text && <FormattedMessage id={text} />}
        onDownload={onDownload}
      >
        {children}
      </FileCard>
    </Middle>
  )
  if (entry.attributes.filesize === 0) return card('preview.empty')
  if (name === null) {
    return onDownload ? card('preview.none') : card('preview.no_download', 'preview.no_download_text')
  }
  if (failure) {
    const { title, text } = messages[failure]
    const again =
      failure === 'too-large' ? undefined : (
        <Button
          variant="primary"
          onClick={() => {
            forgetFailures()
            retry()
          }}
        >
          <FormattedMessage id="preview.retry" />
        </Button>
      )
    return card(title, text, again)
  }
  const fallback = <Loading name={entry.attributes.name} />
  return (
    <OnError key={attempt} run={onFailure}>
      <Suspense fallback={fallback}>
        <Viewer name={name} entry={entry} url={url} onFailure={onFailure} setPrint={setPrint} />
      </Suspense>
    </OnError>
  )
}

const messages: Readonly<Record<FailureReason, { readonly title: string; readonly text?: string }>> = {
  network: { title: 'preview.offline', text: 'preview.offline_text' },
  refused: { title: 'preview.gone', text: 'preview.gone_text' },
  forbidden: { title: 'preview.forbidden', text: 'preview.forbidden_text' },
  unreadable: { title: 'preview.unreadable', text: 'preview.unreadable_text' },
  'too-large': { title: 'preview.too_large' },
}

function Viewer({ name, ...props }: ViewerProps & { readonly name: ViewerName }) {
  return createElement(useLazy(viewers[name]), props)
}

interface OnErrorProps {
  readonly run: (failure: ReadFailure) => void
  readonly children: ReactNode
}

/** Calls `run` when the code of a viewer cannot be loaded or throws. */
class OnError extends Component<OnErrorProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error) {
    this.props.run(new ReadFailure(error.name === 'ChunkLoadError' ? 'network' : 'unreadable'))
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
