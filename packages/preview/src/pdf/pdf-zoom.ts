const KEY = 'holdall.preview.pdf-zoom'
const MIN_ZOOM = 0.4
const MAX_ZOOM = 4
const STEP = 1.25

/** The zoom that was chosen last in this browser, 1 being the actual size; null fits the width. */
export function rememberedZoom(): number | null {
  const zoom = Number.parseFloat(read() ?? '')
  return zoom >= MIN_ZOOM && zoom <= MAX_ZOOM ? zoom : null
}

export function rememberZoom(zoom: number | null): void {
  try {
    if (zoom === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, String(zoom))
  } catch {
    // Browsers can forbid the storage; then it is not remembered.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** The next zoom, from 40 to 400 %. */
export const zoomStep = (zoom: number, direction: 'in' | 'out'): number => {
  const next = direction === 'in' ? zoom * STEP : zoom / STEP
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round(next * 100) / 100))
}
