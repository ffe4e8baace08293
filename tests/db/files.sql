-- What is checked of a stored file: size, type and number when a path is attached, then its bytes; who sees it until then.
select no_plan();
create function tests.state(who text, bucket text, path text) returns text language plpgsql as $$
begin
  perform tests.act_as(who);
  return public.check_file(bucket, path);
end $$;
-- The worker's answer about every file that is due.
create function tests.judge(reason text default null) returns bigint language sql volatile security definer as $$
  with taken as materialized (select t.* from public.take_file_checks(100) t)
  select count(public.finish_file_check(t.id, t.mark, judge.reason)) from taken t
$$;
create function tests.sees(who text, path text) returns boolean language plpgsql as $$
begin
  perform tests.act_as(who);
  return exists (select 1 from storage.objects o where o.name = sees.path);
end $$;
create function tests.submit(path text) returns text language sql as $$ select format('select public.submit_document(''license'', %L, ''2100-01-01'')', submit.path) $$;
create function tests.removed() returns text[] language sql volatile security definer as $$
  select coalesce(array_agg(split_part(o.payload ->> 'path', '/', 2) order by o.payload ->> 'path'), '{}') from app.outbox o where o.kind = 'file' and o.status = 'queued'
$$;
create function tests.mine(name text) returns text language sql as $$ select tests.id('driver') || '/' || mine.name $$;
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
select tests.ride('ARRIVED');

-- What Storage recorded of the file
select tests.put_file('users', tests.mine('license-big'), tests.id('driver'), size => 60 * 1024 * 1024);
select is(tests.outcome('driver', tests.submit(tests.mine('license-big'))), 'file_too_large', 'a file of 60 MiB, as Storage takes it in chunks, cannot be submitted');
select tests.put_file('users', tests.mine('license-html'), tests.id('driver'), 'text/html');
select is(tests.outcome('driver', tests.submit(tests.mine('license-html'))), 'file_type_refused', 'a copy that was retyped to HTML cannot be submitted');
select tests.put_file('users', tests.mine('license-html'), tests.id('driver'), 'Image/PNG; charset=x');
select is(tests.outcome('driver', tests.submit(tests.mine('license-html'))), 'done', 'the case and parameters of a type do not matter');
select tests.put_file('users', tests.mine('profileImage'), tests.id('driver'), 'application/pdf');
select is(tests.outcome('driver', format('select public.set_profile_image(%L)', tests.mine('profileImage'))), 'file_type_refused', 'a PDF cannot become a profile picture');
select tests.put_file('users', tests.mine('profileImage'), tests.id('driver'), version => 'p1');
select is(tests.outcome('driver', format('select public.set_profile_image(%L)', tests.mine('profileImage'))), 'done', 'a picture can become a profile picture');
select tests.put_file('users', tests.mine('profileImage'), tests.id('driver'), 'text/html', version => 'p2');
select is(tests.outcome('driver', format('select public.set_profile_image(%L)', tests.mine('profileImage'))), 'file_type_refused', 'a replaced picture is judged again under its old path');
select tests.put_file('users', tests.mine('profileImage'), tests.id('driver'), size => 60 * 1024 * 1024, version => 'p3');
select is(tests.outcome('driver', format('select public.set_profile_image(%L)', tests.mine('profileImage'))), 'file_too_large', 'a picture that grew is judged again under its old path');
select tests.put_file('users', tests.mine('profileImage'), tests.id('driver'), version => 'p1');

-- Parallel uploads: Storage asks the policies before any of them is stored
select tests.put_file('users', tests.id('driver2') || '/license-' || n, tests.id('driver2')) from generate_series(1, 60) n;
select is((select count(*) from generate_series(1, 60) n where tests.outcome('driver2', tests.submit(tests.id('driver2') || '/license-' || n)) = 'done'), 0::bigint,
  'of sixty files that were uploaded at once none can be submitted');
select is(tests.outcome('driver2', tests.submit(tests.id('driver2') || '/license-1')), 'too_many_files', 'a person with too many files is told so');
select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects where name ~ (tests.id('driver2') || '/license-[2-9]');
select is(tests.outcome('driver2', tests.submit(tests.id('driver2') || '/license-1')), 'done', 'a person who removed files can submit one again');
select tests.put_file('shifts', tests.id('driver3') || '/p' || n, tests.id('driver3')) from generate_series(1, 17) n;
select is(tests.outcome('driver3', format('select public.start_shift(null, null, array[%L])', tests.id('driver3') || '/p1')), 'too_many_files', 'a shift cannot begin while there are too many pictures');

-- Files of the fleet and the office in a driver's folder
select tests.put_file('users', tests.mine('license-sent'), tests.id(name)) from unnest(array['fleet', 'admin']) name limit 1;
create function tests.sees_own_upload(name text, age interval) returns boolean language plpgsql as $$
declare v_sees boolean;
begin
  perform tests.as_owner();
  update storage.objects o set owner_id = tests.id(sees_own_upload.name)::text, created_at = now() - age where o.name = tests.mine('license-sent');
  perform tests.act_as(sees_own_upload.name);
  v_sees := exists (select 1 from storage.objects o where o.name = tests.mine('license-sent'));
  perform tests.as_owner();
  return v_sees;
end $$;
select results_eq($$ select n, tests.sees_own_upload(n, '10 seconds'), tests.sees_own_upload(n, '61 seconds') from unnest(array['fleet', 'admin']) n $$,
  $$ values ('fleet', true, false), ('admin', true, false) $$, 'staff see a paper that they uploaded for a minute, and later only by opening it');
delete from storage.objects o where o.name = tests.mine('license-sent');
select tests.put_file('users', tests.mine('insurance-' || n), tests.id('fleet')) from generate_series(1, 39) n;
select tests.act_as('fleet');
select lives_ok(format('insert into storage.objects (bucket_id, name, owner_id) values (''users'', %L, auth.uid()::text)', tests.mine('insurance-40')), 'a fleet admin adds the fortieth file of a driver');
select throws_ok(format('insert into storage.objects (bucket_id, name, owner_id) values (''users'', %L, auth.uid()::text)', tests.mine('insurance-41')), '42501', null, 'a fleet admin cannot add more than forty files of a driver');
select tests.act_as('admin');
select throws_ok(format('insert into storage.objects (bucket_id, name, owner_id) values (''users'', %L, auth.uid()::text)', tests.mine('insurance-42')), '42501', null, 'an admin cannot add more files of a driver than staff may');
select tests.act_as('driver');
select lives_ok(format('insert into storage.objects (bucket_id, name, owner_id) values (''users'', %L, auth.uid()::text)', tests.mine('insurance-own')), 'files of staff take no room of the driver''s own');
select tests.as_owner();
delete from storage.objects where name ~ 'insurance-';

-- Who sees a file before its check
select is(tests.state('driver', 'users', tests.mine('profileImage')), 'checking', 'a person learns that the own picture is being checked');
select is(tests.state('rider', 'users', tests.mine('profileImage')), null, 'the state of a person''s picture is told to nobody else');
select is(array(select w from unnest(array['driver', 'rider', 'fleet', 'admin']) w where tests.sees(w, tests.mine('profileImage'))), '{driver}', 'only its owner sees a picture that is not checked');
select is(tests.outcome('admin', format('select public.open_document(%L)', (select d.id from public.driver_documents d where d.driver_id = tests.id('driver')))), 'file_being_checked', 'staff cannot open a paper that is not checked');
select tests.as_owner();
select ok(tests.judge() > 0, 'the worker checks what is due');
select is(tests.state('driver', 'users', tests.mine('profileImage')), 'clean', 'a person learns that the own picture was checked');
select is(array(select w from unnest(array['driver', 'rider', 'rider2', 'fleet', 'admin']) w where tests.sees(w, tests.mine('profileImage'))), '{driver,rider,fleet,admin}', 'a checked picture is seen by those who may');
select is(tests.outcome('admin', format('select public.open_document(%L)', (select d.id from public.driver_documents d where d.driver_id = tests.id('driver')))), 'done', 'staff opens a paper that was checked');
select tests.as_owner();
select tests.put_file('users', tests.mine('profileImage'), tests.id('driver'), version => 'p3');
select is(array(select w from unnest(array['driver', 'rider', 'fleet', 'admin']) w where tests.sees(w, tests.mine('profileImage'))), '{driver}', 'a picture that replaced a checked one is not seen by others');
select is(tests.state('driver', 'users', tests.mine('profileImage')), 'checking', 'asking for the state of a replaced picture queues its check');
select tests.as_owner();
select is((select c.place_column from app.file_checks c where c.path = tests.mine('profileImage')), 'profile_image', 'the check of a replaced picture still knows its row');

-- A result is about the content that was read
create temp table taken as select t.* from public.take_file_checks(100) t;
select tests.put_file('users', tests.mine('profileImage'), tests.id('driver'), version => 'p4');
select public.finish_file_check(t.id, t.mark) from taken t;
select is(tests.state('driver', 'users', tests.mine('profileImage')), 'checking', 'a picture that was replaced during its check is checked again');
select tests.as_owner();
select is_empty('select * from public.take_file_checks(100) t where t.path not like ''%profileImage''', 'a file that was checked is not due again');

-- Refused
select tests.turn('1 hour');
select tests.judge('wrong_content');
select is((select p.profile_image from public.profiles p where p.id = tests.id('driver')), null, 'a refused picture is taken off the profile');
select is(tests.removed(), '{profileImage}', 'a refused file is removed');
select is(tests.state('driver', 'users', tests.mine('profileImage')), 'refused', 'a person learns that the own picture was refused');
select tests.as_owner();
select results_eq($$ select n.key, n.params ->> 'kind' from public.notices n where n.user_id = tests.id('driver') and n.key = 'file_refused' $$, $$ values ('file_refused', 'picture') $$, 'a person is notified of a refused picture');
select is(tests.outcome('driver', format('select public.set_profile_image(%L)', tests.mine('profileImage'))), 'file_not_found', 'a refused picture cannot be set again');
select tests.as_owner();
select tests.put_file('users', tests.mine('profileImage'), tests.id('driver'), version => 'p5');
select is(tests.outcome('driver', format('select public.set_profile_image(%L)', tests.mine('profileImage'))), 'done', 'another picture can be set at once');
select tests.as_owner();
select is_empty($$ select t.id from public.take_outbox(1000) t where t.kind = 'file' $$, 'the removal of a refused picture spares the one that replaced it');
delete from app.outbox;
select tests.put_file('users', tests.mine('license-bad'), tests.id('driver'));
select tests.let('driver', tests.submit(tests.mine('license-bad')));
delete from storage.objects where bucket_id = 'shifts' and name ~ 'p1.';
select tests.let('driver3', format('select public.start_shift(null, null, array[%L, %L])', tests.id('driver3') || '/p1', tests.id('driver3') || '/p2'));
select tests.turn('1 hour');
select tests.judge('wrong_content');
select is((select s.photos from app.driver_shifts s), '{}', 'refused pictures are taken off the shift');
select results_eq($$ select d.status, d.unreadable from public.driver_documents d where d.path like '%license-bad' $$, $$ values ('rejected', true) $$, 'a paper whose file is refused is rejected as unreadable');
select is((select n.params ->> 'kind' from public.notices n where n.user_id = tests.id('driver') and n.key = 'file_refused' order by n.created_at desc, n.id desc limit 1), 'license', 'the notice names the paper');

-- A picture of a parcel whose path was stored before its file arrived, as by a phone without a network
select tests.as_owner();
update public.bookings b set pickup_image = b.id || '/pickup_image' where b.id = tests.booking();
select tests.put_file('bookings', tests.booking() || '/pickup_image', tests.id('driver'), version => 'late');
delete from app.file_checks c where c.path like '%pickup_image';
select is(tests.state('driver', 'bookings', tests.booking() || '/pickup_image'), 'checking', 'a late picture is checked when its driver asks');
select tests.as_owner(), tests.judge('wrong_content');
select is((select b.pickup_image from public.bookings b where b.id = tests.booking()), null, 'a late picture that is refused is taken off its booking');

-- Public buckets: before it is attached
select tests.put_file('company', 'logo-new', tests.id('admin'));
select is(tests.outcome('admin', $$ select public.update_settings('{"logo": "logo-new"}') $$), 'file_being_checked', 'a logo that is not checked cannot be set');
select is(tests.state('admin', 'company', 'logo-new'), 'checking', 'asking for the state of an own upload queues its check');
select is(tests.state('admin2', 'company', 'logo-new'), null, 'the state of an upload is told only to the person who uploaded it');
select tests.as_owner();
select tests.judge();
select is(tests.outcome('admin', $$ select public.update_settings('{"logo": "logo-new"}') $$), 'done', 'a logo that was checked can be set');
select tests.put_file('cartypes', 'cab-1', tests.id('admin'));
select is(tests.outcome('admin', $$ update public.car_types set image = 'cab-1' where name = 'Cab' $$), 'file_being_checked', 'the picture of a car type that is not checked cannot be set');
select is(tests.outcome('admin', $$ update public.car_types set image = 'nothing-1' where name = 'Cab' $$), 'file_not_found', 'a picture of a car type without a file cannot be set');

-- Files that may not change: an upload that began before its file was attached replaces it afterwards
select tests.as_owner();
delete from app.outbox;
delete from storage.objects;
delete from app.file_checks;
update public.bookings b set pickup_image = null where b.id = tests.booking();
create temp table uses (who text, bucket text, path text, attach text);
grant all on uses to public;
insert into uses values
  ('driver', 'users', tests.mine('license-fixed'), tests.submit(tests.mine('license-fixed'))),
  ('driver', 'users', tests.mine('profileImage'), format('select public.set_profile_image(%L)', tests.mine('profileImage'))),
  ('driver3', 'shifts', tests.id('driver3') || '/fixed', format('select public.end_shift(), public.start_shift(null, null, array[%L])', tests.id('driver3') || '/fixed')),
  ('admin', 'company', 'logo-fixed', $$ select public.update_settings('{"logo": "logo-fixed"}') $$),
  ('admin', 'cartypes', 'car-fixed', $$ update public.car_types set image = 'car-fixed' where name = 'Cab' $$);
select tests.put_file(u.bucket, u.path, tests.id(u.who)) from uses u;
select tests.pass_files();
select is(tests.outcome(u.who, u.attach), 'done', format('%s/%s is attached', u.bucket, regexp_replace(u.path, '.*/', ''))) from uses u;
select tests.as_owner();
select tests.judge();
create function tests.replaces(who text, path text) returns boolean language plpgsql as $$
declare v_count integer;
begin
  perform tests.act_as(who), set_config('storage.operation', 'storage.object.upload_update', true);
  update storage.objects o set version = o.version where o.name = replaces.path;
  get diagnostics v_count = row_count;
  perform set_config('storage.operation', '', true), tests.as_owner();
  return v_count > 0;
end $$;
create temp table fixed as select u.*, tests.replaces(u.who, u.path) as may_change, (select app.is_file_fixed(c) from app.file_checks c where c.path = u.path) as is_fixed from uses u;
select is(f.is_fixed, not f.may_change, format('%s/%s may not change exactly if no policy lets its owner replace it', f.bucket, regexp_replace(f.path, '.*/', ''))) from fixed f;
select is((select count(*) from fixed f where f.is_fixed), 4::bigint, 'papers, pictures of shifts, the logo and pictures of car types may not change, a profile picture may');
select is(array(select distinct f.bucket from app.file_columns() f except select u.bucket from uses u), '{bookings}', 'every bucket whose files rows use is tried but that of parcels, whose pictures the driver replaces');
select ok(app.is_file_clean(o.bucket_id, o.name, app.file_mark(o.version, o.metadata)), format('%s/%s was checked', o.bucket_id, regexp_replace(o.name, '.*/', ''))) from storage.objects o;
select tests.act_as('admin');
select public.verify_document(d.id) from public.driver_documents d where d.path = tests.mine('license-fixed');
select tests.as_owner();
select is((select d.status from public.driver_documents d where d.path = tests.mine('license-fixed')), 'verified', 'a checked paper is verified');
select tests.put_file(u.bucket, u.path, tests.id(u.who), version => 'late') from uses u;
select tests.turn('1 hour');
select is(tests.state('driver3', 'shifts', tests.id('driver3') || '/fixed'), 'checking', 'a replaced picture of a shift is checked when its driver asks for it');
select is(tests.state('driver3', 'shifts', tests.id('driver3') || '/fixed'), 'checking', 'a replaced picture of a shift is being checked however often its driver asks');
select tests.as_owner();
select app.queue_orphaned_files();
select tests.judge();
select results_eq($$ select c.status, c.reason from app.file_checks c join fixed f on f.path = c.path where f.is_fixed $$,
  $$ select 'refused', 'replaced' from generate_series(1, 4) $$, 'a file that may not change and was replaced is refused, although its bytes are those of a picture');
select is((select c.status from app.file_checks c where c.path = tests.mine('profileImage')), 'clean', 'a replaced profile picture is checked again');
select results_eq($$ select d.status, d.unreadable from public.driver_documents d where d.path = tests.mine('license-fixed') $$, $$ values ('rejected', true) $$, 'a verified paper whose file was replaced is verified no more');
select is((select s.photos from app.driver_shifts s where s.ended_at is null), '{}', 'a replaced picture is taken off its shift');
select results_eq($$ select s.logo, (select c.image from public.car_types c where c.name = 'Cab') from public.settings s $$, $$ values ('', 'cab') $$, 'a replaced logo and a replaced picture of a car type are taken down');
select results_eq($$ select t.payload ->> 'path' from public.take_outbox(1000) t where t.kind = 'file' and t.payload ->> 'path' <> 'logo-new' order by 1 $$, $$ select f.path from fixed f where f.is_fixed order by 1 $$, 'replaced files are removed');
select tests.act_as('admin');
select set_eq($$ select a.driver_id, a.by_driver from tests.attention_list() a where a.reason = 'file_replaced' $$,
  $$ values (tests.id('driver'), true), (tests.id('driver3'), true), (tests.id('admin'), false) $$, 'the attention list shows each person whose file was replaced');
select tests.act_as('fleet');
select is_empty($$ select 1 from tests.attention_list() a where a.reason = 'file_replaced' $$, 'a fleet admin''s attention list has no replaced files');
select tests.turn('72 hours');
select tests.act_as('admin');
select is_empty($$ select 1 from tests.attention_list() a where a.reason = 'file_replaced' $$, 'a replaced file leaves the attention list after 72 hours');
select tests.as_owner();

-- Files that nothing uses
select tests.as_owner();
delete from app.outbox;
delete from storage.objects;
insert into storage.objects (bucket_id, name, created_at) select v.bucket, v.name, now() - v.age from (values
  ('users', tests.mine('license-old'), interval '2 days'), ('users', tests.mine('license-new'), interval '1 hour'), ('users', tests.mine('license-used'), interval '2 days'),
  ('bookings', tests.booking() || '/pickup_image', interval '2 days'), ('bookings', tests.booking() || '/deliver_image', interval '2 days'),
  ('cartypes', 'car-old', interval '2 days'), ('cartypes', 'car-booked', interval '2 days')) v (bucket, name, age);
select tests.pass_files();
select tests.let('driver', tests.submit(tests.mine('license-used')));
update public.bookings b set pickup_image = b.id || '/pickup_image', car_image = 'car-booked#2' where b.id = tests.booking();
delete from app.file_checks c where c.path like '%pickup_image';
select app.queue_orphaned_files();
select set_eq($$ select regexp_replace(o.payload ->> 'path', '.*/', '') from app.outbox o where o.kind = 'file' $$, array['car-old', 'deliver_image', 'license-old'], 'files that nothing has used for a day are removed, the others stay');
select isnt_empty($$ select 1 from app.file_checks c where c.path like '%pickup_image' and c.status = 'queued' $$, 'a file that arrived after its path was stored is checked');
select * from finish();
