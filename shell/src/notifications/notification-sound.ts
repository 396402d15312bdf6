/** Two short tones, the second a fifth higher. */
const TONES = [
  { hertz: 587.33, startsAt: 0 },
  { hertz: 880, startsAt: 0.11 },
]
const TONE_SECONDS = 0.28
const VOLUME = 0.08

let context: AudioContext | undefined

/** Plays the sound of a new notification. Silent before the first press or key on the page, and without Web Audio. */
export function playNotificationSound(): void {
  if (typeof AudioContext === 'undefined' || !navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  const { currentTime, destination } = context
  for (const { hertz, startsAt } of TONES) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const from = currentTime + startsAt
    tone.frequency.value = hertz
    // It fades in and out, so that it does not click.
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(VOLUME, from + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, from + TONE_SECONDS)
    tone.connect(volume).connect(destination)
    tone.start(from)
    tone.stop(from + TONE_SECONDS)
  }
}
