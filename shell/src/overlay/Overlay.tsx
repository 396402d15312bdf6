import { useReadable } from '@holdall/section'
import { useShell } from '../host-provider.tsx'
import { BackCloses } from '../layout/back-closes.tsx'
import { latePart } from '../layout/late-part.tsx'
import { useTopFirst } from './top-first.ts'

// Popups bring Base UI, which the first screen does without.
const Layers = latePart(() => import('./Layers.tsx').then((m) => m.Layers))

/** Every popup of the page. A popup that a section brings draws ui's Dialog itself; the shell stacks, loads and answers for it. */
export function Overlay() {
  const { overlay } = useShell()
  const layers = useReadable(overlay.layers)
  useTopFirst(overlay)
  return layers.length === 0 ? null : (
    <>
      {layers
        .filter(({ kind }) => kind !== 'processing')
        .map(({ key }) => (
          <BackCloses
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
