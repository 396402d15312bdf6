import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import styled from 'styled-components'
import { AlertView } from './AlertView.tsx'
import { ConfirmView } from './ConfirmView.tsx'
import { NamedPopup } from './NamedPopup.tsx'
import type { Layer } from './overlay.ts'
import { ProcessingView } from './ProcessingView.tsx'

/** A stacking context of its own, so that its dimming covers the popup below. */
const Ground = styled.div`
  position: relative;
  z-index: calc(var(--z-popup) + 1);
`

export function Layers({ layers }: { readonly layers: readonly Layer[] }) {
  return layers.map((layer) =>
    layer.kind === 'popup' ? (
      <NamedPopup key={layer.key} layer={layer} />
    ) : (
      <Raised key={layer.key}>{(ground) => view(layer, ground)}</Raised>
    ),
  )
}

function view(layer: Exclude<Layer, { kind: 'popup' }>, ground: HTMLElement) {
  switch (layer.kind) {
    case 'alert':
      return <AlertView layer={layer} ground={ground} />
    case 'confirm':
      return <ConfirmView layer={layer} ground={ground} />
    case 'processing':
      return <ProcessingView layer={layer} ground={ground} />
  }
}

/** Its ground is put into the page when it opens: what an open dialog has hidden from screen readers stays hidden. */
function Raised({ children }: { readonly children: (ground: HTMLElement) => ReactNode }) {
  const [ground, setGround] = useState<HTMLElement | null>(null)
  return (
    <>
      {createPortal(<Ground ref={setGround} />, document.body)}
      {ground && children(ground)}
    </>
  )
}
