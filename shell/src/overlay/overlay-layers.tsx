import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import styled from 'styled-components'
import { AlertView } from './alert-view.tsx'
import { ConfirmView } from './confirm-view.tsx'
import { NamedPopup } from './named-popup.tsx'
import type { Layer } from '../stores/overlay-store.ts'
import { ProcessingView } from './processing-view.tsx'

/** A stacking context of its own, so that its backdrop covers the popup below. */
const LayerContainer = styled.div`
  position: relative;
  z-index: calc(var(--z-popup) + 1);
`

export function Layers({ layers }: { readonly layers: readonly Layer[] }) {
  return layers.map((layer) =>
    layer.kind === 'popup' ? (
      <NamedPopup key={layer.key} layer={layer} />
    ) : (
      <InContainer key={layer.key}>{(container) => view(layer, container)}</InContainer>
    ),
  )
}

function view(layer: Exclude<Layer, { kind: 'popup' }>, container: HTMLElement) {
  switch (layer.kind) {
    case 'alert':
      return <AlertView layer={layer} container={container} />
    case 'confirm':
      return <ConfirmView layer={layer} container={container} />
    case 'processing':
      return <ProcessingView layer={layer} container={container} />
  }
}

/** The container is added when the layer opens: what an open dialog has hidden from screen readers stays hidden. */
function InContainer({ children }: { readonly children: (container: HTMLElement) => ReactNode }) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  return (
    <>
      {createPortal(<LayerContainer ref={setContainer} />, document.body)}
      {container && children(container)}
    </>
  )
}
