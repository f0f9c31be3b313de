import { countryZones } from './country-zones.ts';
import { nearestNames } from './nearest-names.ts';
import { placeAliases } from './place-aliases.ts';

/** A place with a time of its own. */
export interface Place {
  name: string;
  zone: string;
}

export type PlaceFinding = { found: true; place: Place } | { found: false; problem: string };

let known: Map<string, Place[]> | undefined;

/** The place that someone means by a city, a country, an IANA zone or an offset such as UTC+2. */
export function findPlace(given: string): PlaceFinding {
  const place = exactPlace(given);
  if (place !== undefined) return { found: true, place };
  // `Tokyo, Japan` is about the first.
  const names = [given, given.split(',')[0] ?? ''].map(plain);
  const places = names.map((name) => knownPlaces().get(name)).find((each) => each !== undefined);
  const [first, ...others] = places ?? [];
  if (first === undefined) return { found: false, problem: unknownPlace(given) };
  if (others.length === 0) return { found: true, place: first };
  const zones = [first, ...others].map(({ zone }) => `${cityOf(zone)} (${zone})`);
  return { found: false, problem: `"${given}" has several time zones. Say which: ${zones.join(', ')}.` };
}

function exactPlace(given: string): Place | undefined {
  const name = given.trim();
  const [, sign, hours = '', minutes = '00'] =
    /^(?:utc|gmt)\s*([+\-−])\s*(\d{1,2})(?::?(\d\d))?$/i.exec(name) ?? [];
  if (sign !== undefined) {
    const offset = `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
    return isZone(offset) ? { name: `UTC${offset}`, zone: offset } : undefined;
  }
  if (!name.includes('/') || !isZone(name)) return undefined;
  const spelled = Intl.supportedValuesOf('timeZone').find(
    (zone) => zone.toLowerCase() === name.toLowerCase(),
  );
  const zone = spelled ?? name;
  return { name: cityOf(zone), zone };
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function knownPlaces(): Map<string, Place[]> {
  if (known === undefined) {
    const cities = Intl.supportedValuesOf('timeZone').map((zone): [string, string[]] => [
      cityOf(zone),
      [zone],
    ]);
    const aliases = Object.entries(placeAliases).map(([name, zone]): [string, string[]] => [name, [zone]]);
    const places = [...cities, ...Object.entries(countryZones), ...aliases];
    known = new Map(places.map(([name, zones]) => [plain(name), zones.map((zone) => ({ name, zone }))]));
  }
  return known;
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

/** Without case, accents and punctuation: `São Paulo` and `sao_paulo` are one. */
function plain(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the (?!hague)/, '');
}

function unknownPlace(given: string): string {
  const names = [...knownPlaces().values()].flatMap(([place]) => place?.name ?? []);
  const nearest = nearestNames(given, names);
  const hint = nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}? Otherwise give` : 'Give';
  return `"${given}" is not a place whose time is known. ${hint} a larger city or an IANA zone such as Europe/Paris.`;
}
