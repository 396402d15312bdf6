import { Component, createElement, type ReactNode, Suspense } from 'react'
import type { PreviewProps } from '@holdall/file-browser'
import { fetchOnce, forgetFailures, messagesFor, useHost, useLazy } from '@holdall/section'
import { Spinner } from '@holdall/ui'
import { IntlProvider, useIntl } from 'react-intl'
import styled from 'styled-components'
import { previewMessages } from './preview-messages.ts'

const loadLayer = () =>
  import(/* webpackChunkName: "viewer-layer" */ './layer/preview-layer.tsx').then((m) => m.PreviewLayer)

/** In place of the layer while its code is loading: its bar with the name of the file. */
const Loading = styled.div`
  position: fixed;
  inset: 0;
  z-index: var(--z-popup);
  display: grid;
  grid-template-rows: 60px minmax(0, 1fr);
  background: #0a0d0c;
  color: #edf1ef;
  p {
    align-self: center;
    overflow: hidden;
    padding-inline: 64px 16px;
    font-weight: var(--w-semi);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  div {
    place-self: center;
  }
`

/** Shows a file of a list above the page. Its code and messages are fetched with the first file. */
export function Preview(props: PreviewProps) {
  const { overlay } = useHost()
  const name = props.files.find(({ id }) => id === props.id)?.attributes.name
  return (
    <OnFailure
      run={(error) => {
        props.onClose()
        overlay.somethingWrong(error)
      }}
    >
      <Suspense
        fallback={
          <Loading aria-busy>
            <p dir="auto">{name}</p>
            <div>
              <Spinner />
            </div>
          </Loading>
        }
      >
        <LoadedLayer {...props} />
      </Suspense>
    </OnFailure>
  )
}

function LoadedLayer(props: PreviewProps) {
  const { locale, defaultLocale, messages } = useIntl()
  const load = messagesFor({ messages: previewMessages }, locale)
  // Both are fetched in parallel.
  void fetchOnce(load).catch(() => undefined)
  const Layer = useLazy(loadLayer)
  const own = useLazy(load)
  return (
    <IntlProvider
      locale={locale}
      defaultLocale={defaultLocale}
      messages={{ ...own, ...messages } as Record<string, string>}
    >
      {createElement(Layer, props)}
    </IntlProvider>
  )
}

interface OnFailureProps {
  readonly run: (error: unknown) => void
  readonly children: ReactNode
}

/** Calls `run` when the code cannot be loaded. Opening a file again fetches it again. */
class OnFailure extends Component<OnFailureProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    forgetFailures()
    this.props.run(error)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
