-- What stays of a rider and of a driver who leave after rides together: no name, contact, code or token in any table.
select no_plan();

-- The words that must not stay. Addresses of rides stay, and what people wrote to each other.
create temp table words (word text);
grant all on words to public;
create function tests.traces() returns setof text language plpgsql security definer as $$
declare
  t record;
  v_found text;
begin
  for t in select n.nspname, c.relname, format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and (n.nspname in ('public', 'app', 'auth', 'storage', 'realtime'))
  loop
    for v_found in execute format('select distinct w.word from %s r join words w on strpos(r::text, w.word) > 0 order by 1', t.name) loop
      return next t.name || ': ' || v_found;
    end loop;
  end loop;
end $$;

select tests.as_owner();
create temp table rider as select tests.id('rider') as id;
update public.profiles set first_name = 'Gorazdina', last_name = 'Nemanićka', mobile = '+4235557711' where id = tests.id('rider');
update public.profiles set first_name = 'Lukasius', last_name = 'Büchelmann', mobile = '+4235557722' where id = tests.id('driver');
update auth.users set phone = '4235557711', raw_user_meta_data = '{"first_name": "Gorazdina"}' where id = tests.id('rider');
update auth.users set phone = '4235557722', raw_user_meta_data = '{"first_name": "Lukasius"}' where id = tests.id('driver');
insert into words values ('Gorazdina'), ('Nemanićka'), ('5557711'), ('rider@hackney.test'), ('Lukasius'), ('Büchelmann'), ('5557722'), ('driver@hackney.test'),
  ('Omama'), ('5559911'), ('5557733'), ('LI21088100002324013AA'), ('Homelane'), ('device-of-rider'), ('device-of-driver');
select tests.let('rider', $$ select public.register_push_token('device-of-rider', 'ANDROID') $$);
select tests.let('driver', $$ select public.register_push_token('device-of-driver', 'ANDROID') $$);
select tests.let('rider', $$ select public.save_address('Home', 'Homelane 4', 47.14, 9.52) $$);
select tests.let('rider', $$ select public.set_bank_details('Bank', 'BLFLLI2X', 'LI21088100002324013AA') $$);
select tests.let('driver', $$ select public.set_bank_details('Bank', 'BLFLLI2X', 'LI21088100002324013AA') $$);
select tests.go_online();
select tests.let('rider', format('select public.create_booking(%L, ''cash'', null, ''{"guest_name": "Omama", "guest_phone": "+4235559911"}'')', tests.quote()));
select tests.let('rider', format('select public.share_trip(%L)', tests.booking()));
insert into words select s.token from app.trip_shares s union all select g.token from app.guest_links g;
select is((select count(*) from words where length(word) = 32), 2::bigint, 'a ride has a shared link and a guest''s link');
select tests.let(v.who, v.statement) from (values
  (1, 'driver', format('select public.accept_booking(%L)', tests.booking())),
  (2, 'driver', format('select public.arrive_at_pickup(%L)', tests.booking())),
  (3, 'driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())),
  (35, 'rider', format('select public.send_chat_message(%L, ''Hello'')', tests.booking())),
  (36, 'driver', format('select public.send_chat_message(%L, ''Hello'')', tests.booking())),
  (4, 'driver', format('select public.reach_drop(%L)', tests.booking())),
  (5, 'driver', format('select public.confirm_cash(%L)', tests.booking())),
  (6, 'rider', format('select public.rate_booking(%L, 5)', tests.booking())),
  (7, 'rider', format('select public.open_case(%L, ''lost'', ''My hat'', ''+4235557733'')', tests.booking())),
  (8, 'driver', 'select public.set_driver_active(false)')) v (n, who, statement) order by n::text;
select ok((select count(*) from app.outbox o where o.payload::text ~ 'Gorazdina|5559911|Lukasius') > 1, 'messages about the ride name its people');
select isnt_empty($$ select 1 from public.notices n where n.params ->> 'driver' ~ 'Lukasius' $$, 'the rider''s notices name the driver');
insert into app.imports (id, kind, name, created_by) values (md5('traces')::uuid, 'callers', 'a.csv', tests.id('admin'));
insert into app.import_rows (import_id, nr, facts) values (md5('traces')::uuid, 2, '{"first_name": "Gorazdina", "email": "Rider@hackney.test"}');
insert into app.sign_ups (facts) values ('{"first_name": "Gorazdina", "email": "Rider@hackney.test"}');
update public.profiles set approved = false, suspended_at = app.now(), suspended_reason = 'Gorazdina was rude' where id = tests.id('rider');
update public.profiles set approved = true where id = tests.id('rider');
create temp table before as select tests.traces() as trace;
select isnt_empty('select 1 from before', 'before they leave there are traces');
select ok(exists (select 1 from before b where b.trace like '%: ' || w.word), 'there is a trace of ' || w.word) from words w where length(w.word) < 32;

select tests.clear_wallet('rider'), tests.clear_wallet('driver');
select tests.let('driver', 'select public.delete_my_account()');
select tests.as_owner();
select is_empty($$ select trace from tests.traces() trace where trace ~ 'Lukasius|Büchelmann|5557722|driver@hackney.test|device-of-driver' $$, 'a driver who left is named in no row of any table');
select isnt_empty($$ select 1 from public.notices n where n.user_id = (select id from rider) and n.params ->> 'driver' = '' $$, 'the rider keeps the notices of rides with a driver who left');
select tests.let('rider', 'select public.delete_my_account()');
select tests.as_owner();
select is_empty('select tests.traces()', 'a rider who left, the guest, the links and the devices are named in no row of any table');

-- A form or a caller with an address that was not proved to be the leaver's is another person's.
insert into auth.users (id, email) values (md5('unproved')::uuid, 'greta@new.test');
update public.profiles p set mobile = '+4237904499', mobile_verified = false, mobile_by_staff = false where p.id = md5('unproved')::uuid;
insert into app.sign_ups (facts) values ('{"first_name": "Greta", "email": "greta@new.test"}'), ('{"first_name": "Greta", "mobile": "+4237904499"}');
insert into app.known_callers (first_name, last_name, email) values ('Greta', 'Frick', 'greta@new.test');
select app.anonymize_person(md5('unproved')::uuid);
select is((select count(*) from app.sign_ups s where s.facts ->> 'first_name' = 'Greta'), 2::bigint, 'who leaves with an unproved address or number takes no other person''s form away');
select is((select count(*) from app.known_callers c where c.email = 'greta@new.test'), 1::bigint, 'who leaves with an unproved address takes no known caller away');
select * from finish();
