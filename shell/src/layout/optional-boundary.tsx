import { Component, type ReactNode } from 'react'
import type { LogApi } from '@holdall/section'

interface Props {
  readonly name: string
  readonly log: LogApi
  /** Called in addition to leaving the part out. */
  readonly onFailure?: () => void
  readonly children: ReactNode
}

/** Leaves out a part of the shell that throws; the rest of the page keeps working. */
export class OptionalBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.log.error(`${this.props.name} failed and is left out.`, error)
    this.props.onFailure?.()
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
