/** Starts the dashboard in the browser. */
import { render } from 'preact';
import { App } from './app.tsx';
import { ServiceName } from './design/service-name.ts';
import { countHeldEnterOnce } from './held-enter.ts';

const place = document.getElementById('app');
const name = document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? '';

countHeldEnterOnce(document);
if (place !== null)
  render(
    <ServiceName.Provider value={name}>
      <App />
    </ServiceName.Provider>,
    place,
  );
