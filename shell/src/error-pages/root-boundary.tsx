import type { LogApi } from '@holdall/section'
import { Component, type ReactNode } from 'react'
import styled from 'styled-components'
import { PlainError } from './plain-error.tsx'

const Page = styled.main`
  display: flex;
  min-block-size: 100dvh;
`

/** The shell itself failed. Its messages may be what is missing, so the texts are fixed. */
export const RootError = () => (
  <Page>
    <PlainError
      title="Holdall could not start"
      text="Load the page again. If the problem continues, contact your administrator."
      action="Load again"
      onAction={() => {
        location.reload()
      }}
    />
  </Page>
)

interface Props {
  readonly log: LogApi
  readonly children: ReactNode
}

/** Catches what no other boundary does: errors of the shell itself. */
export class RootBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.log.error('The shell failed.', error)
  }

  override render() {
    return this.state.failed ? <RootError /> : this.props.children
  }
}
