/** Watches what the page asks for, as the browser reports it, and tells the counter. It judges nothing itself. */
import type { Outside } from '../../store/outside.svelte';

export function watchRequests(outside: Outside): () => void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) outside.saw(entry.name);
  });
  observer.observe({ type: 'resource', buffered: true });
  const refused = (event: SecurityPolicyViolationEvent): void => {
    // Refused inline scripts and styles are no requests.
    if (/^[a-z]+:/.test(event.blockedURI)) outside.refuse(event.blockedURI);
  };
  document.addEventListener('securitypolicyviolation', refused);
  return () => {
    observer.disconnect();
    document.removeEventListener('securitypolicyviolation', refused);
  };
}
