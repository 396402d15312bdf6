import {
  CurrentGlobal,
  Module,
  ModuleFederation,
  assert,
  getGlobalFederationConstructor,
  getRemoteEntry,
  getRemoteInfo,
  helpers,
  loadScript,
  loadScriptNode,
  registerGlobalPlugins,
  satisfy,
  setGlobalFederationConstructor,
  setGlobalFederationInstance,
} from '@module-federation/runtime-core'

/**
 * Federation's own plugin of this kind provides all of the runtime's core, which costs every first screen 10 kB. This
 * one provides what the entries of sections take from it.
 */
export default function provideRuntime() {
  Object.assign(globalThis, {
    _FEDERATION_RUNTIME_CORE: {
      CurrentGlobal,
      Module,
      ModuleFederation,
      assert,
      getGlobalFederationConstructor,
      getRemoteEntry,
      getRemoteInfo,
      helpers,
      loadScript,
      loadScriptNode,
      registerGlobalPlugins,
      satisfy,
      setGlobalFederationConstructor,
      setGlobalFederationInstance,
    },
  })
  return { name: 'holdall-provide-runtime' }
}
