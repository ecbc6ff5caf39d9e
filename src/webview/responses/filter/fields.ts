export function fieldOf(host: HTMLElement, name: string): HTMLInputElement | null {
  return host.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
}
