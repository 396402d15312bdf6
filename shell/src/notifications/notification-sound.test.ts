export {}

const tones: number[] = []
class FakeContext {
  readonly currentTime = 0
  readonly destination = {}
  createOscillator() {
    const tone = { frequency: { value: 0 }, connect: (next: unknown) => next, stop: () => {}, start: () => {} }
    tone.start = () => void tones.push(tone.frequency.value)
    return tone
  }
  createGain() {
    const ramp = () => {}
    return {
      gain: { setValueAtTime: ramp, linearRampToValueAtTime: ramp, exponentialRampToValueAtTime: ramp },
      connect: (next: unknown) => next,
    }
  }
}
const activate = (hasBeenActive: boolean) => {
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive } })
}

test('is silent without Web Audio and before the first gesture, and then two tones', async () => {
  const { playNotificationSound } = await import('./notification-sound.ts')
  activate(true)
  playNotificationSound()
  Object.assign(globalThis, { AudioContext: FakeContext })
  activate(false)
  playNotificationSound()
  expect(tones).toEqual([])
  activate(true)
  playNotificationSound()
  expect(tones).toHaveLength(2)
})
