export interface Place {
  /** As it stands in the text. */
  name: string;
  /** Its IANA time zone, where it is known. */
  zone: string | undefined;
  index: number;
}

const furtherZones: Readonly<Record<string, string>> = {
  utc: 'UTC',
  gmt: 'UTC',
  bangalore: 'Asia/Kolkata',
  barcelona: 'Europe/Madrid',
  beijing: 'Asia/Shanghai',
  boston: 'America/New_York',
  calcutta: 'Asia/Kolkata',
  delhi: 'Asia/Kolkata',
  geneva: 'Europe/Zurich',
  'hong kong': 'Asia/Hong_Kong',
  kolkata: 'Asia/Kolkata',
  miami: 'America/New_York',
  milan: 'Europe/Rome',
  mumbai: 'Asia/Kolkata',
  munich: 'Europe/Berlin',
  'new delhi': 'Asia/Kolkata',
  osaka: 'Asia/Tokyo',
  'san francisco': 'America/Los_Angeles',
  seattle: 'America/Los_Angeles',
  washington: 'America/New_York',
};

let cityZones: Map<string, string> | undefined;

function zones(): Map<string, string> {
  if (cityZones === undefined) {
    const known = Intl.supportedValuesOf('timeZone').map((zone): [string, string] => [
      zone
        .slice(zone.lastIndexOf('/') + 1)
        .replaceAll('_', ' ')
        .toLowerCase(),
      zone,
    ]);
    cityZones = new Map([...known, ...Object.entries(furtherZones)]);
  }
  return cityZones;
}

const zoneName = /\b[A-Z][A-Za-z]+(?:\/[A-Z][A-Za-z_]+)+\b/g;
const afterPreposition =
  /\b(?:in|at|for|from|to|of|near|around)\s+(?:the\s+)?(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+){0,2})/gu;
const longestName = 3;

/** The places that a text mentions: zones, cities with a time zone, and names after `in` and the like. */
export function findPlaces(text: string): Place[] {
  const found: Place[] = [...text.matchAll(zoneName)].map(({ 0: name, index }) => ({
    name,
    zone: name,
    index,
  }));
  const free = (index: number) =>
    found.every((place) => index < place.index || index >= place.index + place.name.length);
  for (const place of knownCities(text)) if (free(place.index)) found.push(place);
  for (const match of text.matchAll(afterPreposition)) {
    const name = match[1] ?? '';
    const index = match.index + match[0].length - name.length;
    if (free(index)) found.push({ name, zone: undefined, index });
  }
  return found.sort((a, b) => a.index - b.index);
}

function knownCities(text: string): Place[] {
  const words = [...text.matchAll(/[\p{L}'-]+/gu)];
  const cities: Place[] = [];
  for (let at = 0; at < words.length; at += 1) {
    for (let length = longestName; length > 0; length -= 1) {
      const city = cityAt(text, words, at, length);
      if (city === undefined) continue;
      cities.push(city);
      at += length - 1;
      break;
    }
  }
  return cities;
}

/** Some cities are also ordinary words: in lower case one must follow a preposition. */
function cityAt(text: string, words: RegExpExecArray[], at: number, length: number): Place | undefined {
  const [first, last] = [words[at], words[at + length - 1]];
  if (first === undefined || last === undefined) return undefined;
  const name = text.slice(first.index, last.index + last[0].length);
  const zone = zones().get(name.toLowerCase());
  if (zone === undefined) return undefined;
  const before = words[at - 1]?.[0].toLowerCase() ?? '';
  const named = /^\p{Lu}/u.test(name) || ['in', 'at', 'for', 'from', 'to', 'of'].includes(before);
  return named ? { name, zone, index: first.index } : undefined;
}
