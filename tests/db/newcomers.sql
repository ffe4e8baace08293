-- Newcomers: Auth's Before User Created hook limits them by network and by range of numbers.
select no_plan();
select tests.as_owner();
create function tests.newcomer(address text, phone text default '') returns text language sql security definer as $$
  select coalesce(app.before_user_created_hook(jsonb_build_object('metadata', jsonb_build_object('name',
    'before-user-created', 'ip_address', address), 'user', jsonb_build_object('email', '', 'phone', phone))) #>> '{error,message}', 'admitted')
$$;
select tests.set('newcomers_per_network', '2');
select is(tests.newcomer('203.0.113.7'), 'admitted', 'the first newcomer of a network is admitted');
select is(tests.newcomer('203.0.113.200'), 'admitted', 'the second newcomer of a network is admitted from another address');
select is(tests.newcomer('203.0.113.9'), 'too_many_requests', 'a newcomer above the limit of the network is refused');
select is(tests.newcomer('::ffff:203.0.113.9'), 'too_many_requests', 'an IPv4 address that is written as IPv6 counts for its network');
select is(tests.newcomer('203.0.114.9'), 'admitted', 'the next network has a limit of its own');
select is((select array_agg(tests.newcomer('2001:db8:7:' || n || '::1') order by n) from generate_series(1, 3) n),
  '{admitted,admitted,too_many_requests}', 'the first 48 bits of an IPv6 address are its network');
select is(tests.newcomer('2001:db8:8::1'), 'admitted', 'another IPv6 network has a limit of its own');
select is(tests.newcomer('fe80::1%eth0'), 'admitted', 'an address with a zone is read');
select is((select array_agg(tests.newcomer(address) order by n) from unnest(array[null, '', 'no address', '1.2.3']) with ordinality a (address, n)),
  '{admitted,admitted,too_many_requests,too_many_requests}', 'requests without an address count together');
select tests.turn('61 minutes');
select is(tests.newcomer('203.0.113.7'), 'admitted', 'an hour later the network has newcomers again');
select tests.set('newcomers_per_network', '0');
select is((select count(*) from generate_series(1, 100) n where tests.newcomer('203.0.113.7') = 'admitted'), 100::bigint, 'without a limit of networks all newcomers are admitted');

-- Numbers of one range
select tests.set('codes_per_prefix', '3');
select is((select array_agg(tests.newcomer('198.51.' || n || '.1', '42355590' || n) order by n) from generate_series(10, 13) n),
  '{admitted,admitted,admitted,too_many_requests}', 'newcomers with numbers of one range have a limit over all networks');
select is(tests.newcomer('198.51.100.1', '4235560010'), 'admitted', 'the next range of numbers has a limit of its own');
select is(tests.newcomer('198.51.100.1', '12'), 'admitted', 'a number without a range breaks nothing');

select is(app.before_user_created_hook('{}'), '{}', 'an event without anything breaks nothing');
select tests.act_as('admin');
select throws_ok($$ select app.before_user_created_hook('{}') $$, '42501', null, 'an admin cannot call Auth''s hook');
select tests.as_visitor();
select throws_ok($$ select app.before_user_created_hook('{}') $$, '42501', null, 'a visitor cannot call Auth''s hook');
select * from finish();
