import { describe, expect, it } from 'vitest';
import { addressPolicy } from './address-policy.ts';

const publicAddresses = [
  '8.8.8.8',
  '93.184.216.34',
  '2606:4700:4700::1111',
  '2002:808:808::1',
  '64:ff9b::808:808',
];
const others = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::808:808',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2002:a83f:8110::',
  '4000::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'no address',
  '',
];

describe('addressPolicy', () => {
  const policy = addressPolicy([]);

  it.each(publicAddresses)('lets %s through', (address) => {
    expect(policy.allowsAddress(address)).toBe(true);
  });

  it.each(others)('holds "%s" back', (address) => {
    expect(policy.allowsAddress(address)).toBe(false);
  });

  it('lets through what is named by address or range, and nothing beside it', () => {
    const own = addressPolicy(['10.1.0.0/16', '192.168.0.7', 'fd00:0::1', 'fd12::/16']);
    for (const address of ['10.1.255.1', '192.168.0.7', 'fd00::1', 'fd12:1::1']) {
      expect(own.allowsAddress(address)).toBe(true);
    }
    for (const address of ['10.2.0.1', '192.168.0.8', 'fd00::2', 'fd13::1', '::ffff:10.1.0.1']) {
      expect(own.allowsAddress(address)).toBe(false);
    }
    expect(own.allowsHost('192.168.0.7.example')).toBe(false);
  });

  it('knows hosts by their whole name, and those under a starred one', () => {
    const own = addressPolicy(['Intern.example', '*.lan']);
    for (const host of ['intern.example', 'INTERN.EXAMPLE', 'intern.example.', 'a.lan', 'a.b.lan']) {
      expect(own.allowsHost(host)).toBe(true);
    }
    for (const host of ['xintern.example', 'a.intern.example', 'intern.example.org', 'lan', 'xlan']) {
      expect(own.allowsHost(host)).toBe(false);
    }
    expect(policy.allowsHost('intern.example')).toBe(false);
  });
});
