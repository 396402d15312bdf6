import { Component, type ReactNode } from 'react'
import type { LogApi } from '@holdall/section'

interface Props {
  readonly name: string
  readonly log: LogApi
  /** What is to follow, beside being left out. */
  readonly onFailure?: () => void
  readonly children: ReactNode
}

/** A part of the shell that breaks is left out; the page goes on. */
export class QuietBoundary extends Component<Props, { failed: boolean }> {
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
