// Passkeys, as the browser makes and uses them: options come and credentials go as JSON.

export const canPasskeys = () => typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON) {
  return told(await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));
}

export async function usePasskey(options: PublicKeyCredentialRequestOptionsJSON) {
  return told(await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));
}

const told = (credential: Credential | null) => (credential as PublicKeyCredential).toJSON();
