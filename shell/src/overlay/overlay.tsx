import { useReadable } from '@holdall/section'
import { useShell } from '../host/host-provider.tsx'
import { CloseOnBack } from '../layout/close-on-back.tsx'
import { lazyPart } from '../layout/lazy-part.tsx'
import { useEscapeClosesTopLayer } from './escape-closes-top-layer.ts'

// Popups need Base UI, which the first screen does not; the spotlight and the notifications are in the same chunk.
const Layers = lazyPart(() => import(/* webpackChunkName: 'popups' */ './overlay-layers.tsx').then((m) => m.Layers))

/** The popups of the page. A section's popup renders ui's Dialog itself; the shell loads and stacks it. */
export function Overlay() {
  const { overlay } = useShell()
  const layers = useReadable(overlay.layers)
  useEscapeClosesTopLayer(overlay)
  return layers.length === 0 ? null : (
    <>
      {layers
        .filter(({ kind }) => kind !== 'processing')
        .map(({ key }) => (
          <CloseOnBack
            key={key}
            close={() => {
              overlay.dismiss(key)
            }}
          />
        ))}
      <Layers layers={layers} />
    </>
  )
}
