-- The rehearsal: a ride by all rules, of which nothing stays. Its way is from Vaduz, Post to Schaan.
select no_plan();
create function tests.route(change jsonb default '{}') returns jsonb language sql as $$
  select '{"pickup": {"lat": 47.141, "lng": 9.5209, "add": "Vaduz, Post"}, "drop": {"lat": 47.1655, "lng": 9.5103, "add": "Schaan, Bahnhof"},
    "points": [{"lat": 47.147, "lng": 9.518}, {"lat": 47.153, "lng": 9.516}, {"lat": 47.159, "lng": 9.513}, {"lat": 47.1655, "lng": 9.5103}],
    "distance_in_km": 3.5, "time_in_secs": 420, "polyline": "abc"}'::jsonb || change
$$;
-- How many rows each table has, and what else a ride changes.
create function tests.state() returns jsonb language plpgsql security definer as $$
declare
  v_state jsonb := '{}';
  v_table record;
  v_rows bigint;
begin
  for v_table in select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'app', 'auth', 'storage')
      and (n.nspname, c.relname) not in (('public', 'audit_log'), ('app', 'setup')) loop
    execute 'select count(*) from ' || v_table.name into v_rows;
    v_state := v_state || jsonb_build_object(v_table.name, v_rows);
  end loop;
  return v_state || jsonb_build_object('clock', (select "offset" from app.clock), 'settings', (select s.version from public.settings s),
    'papers', (select sum(k.version) from public.paper_kinds k), 'wallets', (select sum(p.wallet_balance) from public.profiles p),
    'series', (select jsonb_agg(to_jsonb(s) order by s) from app.receipt_series s), 'reports', (select to_jsonb(array_agg(e order by e)) from public.earnings_months e));
end $$;
create temporary table ride (r public.rehearsed_ride);
grant all on ride to authenticated;

select tests.as_visitor();
select throws_ok($$ select public.rehearse_ride(tests.route()) $$, '42501', null, 'a visitor cannot rehearse a ride');
select tests.act_as('rider');
select throws_ok($$ select public.rehearse_ride(tests.route()) $$, 'PT403', 'not_allowed', 'a rider cannot rehearse a ride');
select tests.act_as('admin');
select throws_ok($$ select public.rehearse_ride(null) $$, 'PT422', 'select_proper', 'a rehearsal needs a route');
select throws_ok($$ select public.rehearse_ride(tests.route('{"points": [{"lat": "x"}]}')) $$, 'PT422', 'select_proper', 'the points of a rehearsal are places');
select throws_ok($$ select public.rehearse_ride(tests.route('{"time_in_secs": 1e9}')) $$, 'PT422', 'select_proper', 'a rehearsal takes at most ten hours');

-- The ride
select tests.as_owner();
select app.begin_setup();
create temporary table before as select tests.state() as state;
select tests.act_as('admin');
insert into ride select public.rehearse_ride(tests.route());
select is((select jsonb_path_query_array(r.steps, '$[*].status')::text from ride, lateral (select (ride.r).steps) r), '["NEW", "ACCEPTED", "ARRIVED", "STARTED", "REACHED", "PENDING", "PAID"]',
  'a rehearsed ride takes the steps of a real one');
select is((select ((r).asked, (r).payable, (r).driver_share, (r).distance_km)::text from ride), '(1,14.80,13.80,3.500)', 'a rehearsed ride has offers, a measured distance and a price');
select is((select sum((e ->> 'amount')::numeric) from ride, jsonb_array_elements((r).entries) e), 0::numeric, 'the entries of a rehearsed ride add up to zero');
select ok((select (r).receipt is not null from ride), 'a rehearsed ride has a receipt');
select is((select p.usertype from public.profiles p where p.id = auth.uid()), 'admin', 'after a rehearsal the caller is who it was');
select tests.as_owner();
select is(tests.state(), (select state from before), 'nothing stays of a rehearsed ride, in any table');
select is((select count(*) from auth.users u where u.email like '%@rehearsal.invalid'), 0::bigint, 'the people of a rehearsal are gone');
select tests.act_as('admin');
select is((public.firm_setup()).first_ride, true, 'a rehearsed ride is the first ride of a set-up');
select tests.as_owner();
select is((select count(*) from public.audit_log where action = 'rehearse_ride'), 1::bigint, 'a rehearsal is in the audit log');

-- However the firm and its server work
select set_config('request.jwt.claim.sub', tests.id('admin')::text, true), set_config('request.jwt.claim.role', 'authenticated', true);
select tests.act_as('admin');
select lives_ok($$ select public.rehearse_ride(tests.route()) $$, 'a ride is rehearsed where the server gives each claim by itself');
select is(auth.uid(), tests.id('admin'), 'such a server knows the caller as before');
select set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claim.role', '', true);
select tests.as_owner();
select tests.set('auto_dispatch', 'false'), tests.set('shift_mileage', 'true'), tests.set('duty_needs_position', 'true'), tests.set('otp_secure', 'false'), tests.set('negative_balance', 'false'), tests.set('card_payments', 'true'), tests.set('cash_payments', 'false');
update public.paper_kinds set needed_from = '2020-01-01' where id = (select k.id from public.paper_kinds k order by k.id limit 1);
select tests.act_as('admin');
select lives_ok($$ select public.rehearse_ride(tests.route()) $$, 'a ride is rehearsed where the desk assigns drivers, and these check their cars, hand in papers and may not owe');
select tests.as_owner();
update app.setup set confirmed = '{}' where true;
insert into public.zones (name, kind, area) values ('Closed', 'no_service', '{"type": "MultiPolygon", "coordinates": [[[[9.5, 47.1], [9.6, 47.1], [9.6, 47.3], [9.5, 47.3], [9.5, 47.1]]]]}');
create temporary table again as select tests.state() as state;
select tests.act_as('admin');
select throws_ok($$ select public.rehearse_ride(tests.route()) $$, 'PT422', 'zone_no_service', 'a rehearsal says what would refuse a rider');
select is((public.firm_setup()).first_ride, exists (select 1 from public.bookings b where b.status in ('PAID', 'COMPLETE')), 'a ride that did not come through is no first ride');
select tests.as_owner();
select is(tests.state(), (select state from again), 'nothing stays of a rehearsal that failed');
delete from public.zones where true;
create function tests.no_offer() returns trigger language plpgsql as $$ begin return null; end $$;
create trigger no_offer before insert on public.booking_offers for each row execute function tests.no_offer();
select tests.set('auto_dispatch', 'true');
select tests.act_as('admin');
select throws_ok($$ select public.rehearse_ride(tests.route()) $$, 'PT409', 'rehearsal_failed', 'a rehearsal says that the search found nobody');
select * from finish();
