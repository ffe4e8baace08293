-- Routes between places of the demo region, as the embedded router measured them. The schema `seed` holds them and all
-- functions that create the demo company's past; the last file drops it.

create schema if not exists seed;
revoke all on schema seed from public;

-- The time of the product's clock outside of these transactions, which set it to the past. It can be ahead of the real time
-- if a user speeds up the demo meanwhile.
create or replace function seed.present() returns timestamptz language sql stable as $$
  select now() + coalesce(nullif(current_setting('seed.offset', true), '')::interval, (select c."offset" from app.clock c))
$$;

create table if not exists seed.routes (n integer primary key, pickup text, pickup_lat double precision, pickup_lng double precision,
  "drop" text, drop_lat double precision, drop_lng double precision, stops jsonb, km numeric, secs integer, polyline text,
  line extensions.geometry generated always as (extensions.st_linefromencodedpolyline(polyline, 5)) stored);
-- Routes 1 to 12 begin in the centre of Vaduz, 13 to 20 in Schaan; 49 to 51 lead to the mountains, 52 to 55 have a stop.
insert into seed.routes (n, pickup, pickup_lat, pickup_lng, "drop", drop_lat, drop_lng, stops, km, secs, polyline) values
  (1, 'Vaduz, Post', 47.138684, 9.521756, 'Schaan, Bahnhof', 47.168593, 9.508156, '[]', 3.798, 394, E'uwu~Gmuby@_G\\mDzBs@c@kJbMyNbY_IdHmEnBsQdGkZ`EmEpBsf@pFcPqAoKgIsA|CGdDaCz@b@t@'),
  (2, 'Vaduz, Städtle', 47.140678, 9.521085, 'Schaan, Zentrum', 47.164391, 9.508768, '[]', 2.934, 276, E'adv~Giqby@uAMgD|D}Tha@qLfJoTrHkZ`EaG~B_e@bFaIa@'),
  (3, 'Vaduz, Post', 47.138684, 9.521756, 'Schaan, Im Rossfeld', 47.166475, 9.513704, '[]', 3.48, 358, E'uwu~Gmuby@_G\\mDzBs@c@kJbMmMfWaGhG{ExCoTrHkZ`EaG~BuGRQuCeB{A_RoGoOeA}KyF'),
  (4, 'Vaduz, Coop', 47.140104, 9.520833, 'Bendern, Post', 47.210401, 9.502751, '[]', 8.363, 692, E'e`v~Gkpby@A{B{CrBs@c@kJbMyNbY_IdHaXtJkZ`EaG~Bsh@dFmO}BqH}G}AdEcx@lFioCtl@mHNsY_E}ZaARsA'),
  (5, 'Vaduz, Hotel Real', 47.140321, 9.522808, 'Schaan, Bahnhof', 47.168593, 9.508156, '[]', 3.897, 423, E'gcv~Gc{by@iDaBaD`BkBKwBbK}BrCzDdGcN`XqLfJoTrHkZ`EmEpBsf@pFcPqAoKgIsA|CGdDaCz@b@t@'),
  (6, 'Vaduz, Kunstmuseum', 47.139479, 9.522152, 'Balzers, Burg Gutenberg', 47.065135, 9.500719, '[]', 9.147, 866, E'u|u~Gytby@zPqC~Wt@fc@kHpRgAh]Wn\\jAfSoCbIoC|`AdArYy@lIvDbLjNnFhEn~Ah|@tEjF^rHlGpJpHvZxTcJx@~OtAzC'),
  (7, 'Vaduz, Rathaus', 47.140694, 9.521977, 'Eschen, Post', 47.212325, 9.523429, '[]', 10.225, 868, E'wdv~G_vby@i@Ka@pD_JdLgPvZcKrHoTrHkZ`EkHhCuc@xEcPqAoKgI}AdEcx@lFskCvk@uIp@a\\cEk\\aBP{GjAqAqDsKa@yHfJui@Pkl@kQiG'),
  (8, 'Vaduz, Städtle', 47.140678, 9.521085, 'Triesenberg, Post', 47.11827, 9.543163, '[]', 4.789, 457, E'adv~Giqby@u@TwEoHuB}@kDrLyEeB_BuAG}HnLsFdKm@dBf@}@uBpHd@{BqEdJcAzMwHxIqIrHg@`EeCnHEpLaHvCgErFQtEcCvDiHBeFdGt@~CsB|AeG|BmA|@uCSqEtBeOzC_ChCA'),
  (9, 'Vaduz, Post', 47.138684, 9.521756, 'Schaan, Forst Hilti', 47.180133, 9.523056, '[]', 5.35, 481, E'uwu~Gmuby@_G\\mDzBs@c@kJbMyNbYqLfJoTrHkZ`EmEpBgj@rFoLsAyHyEyB_DsF{PaF}IkDiKuJgMsZkKsHPwBkEwCeB'),
  (10, 'Vaduz, Hotel Löwen', 47.142737, 9.518795, 'Vaduz, Universität', 47.148972, 9.512312, '[]', 0.872, 74, E'qqv~Gidby@yPl[qGpFaKxD'),
  (11, 'Vaduz, Coop', 47.140104, 9.520833, 'Triesen, Gasthof Adler', 47.106572, 9.525248, '[]', 3.85, 381, E'e`v~Gkpby@NcCzS{C~Wt@fc@kH`\\{Ahq@fAfSoCbIoCvOA'),
  (12, 'Vaduz, Hotel Real', 47.140321, 9.522808, 'Malbun, Zentrum', 47.100885, 9.610429, '[]', 13.165, 1130, E'gcv~Gc{by@iDaBaD`BkBKqC`LyH{DG}Hd@}@rCUtF_DdKm@dBf@u@wBhHf@{BqEdJcAzMwHxIqIrHg@`EeCnHEpLaHvCgErFQtEcCvDiHBeFdGt@rAc@jAoA|AeGlCiBl@yBSqEr@iI`A{DlHqDg@eCgB_AnKuD`CwD{DX~BuG~DgAhKyHo@cCmCc@uFrCuMz@cL]kIrCuB|DcF|@hCmDnBkMpCqBxDWpAuCvAwJdBqBKcBqCmBt@aEvEuF|IwD~EqFrEeaA~AiDrLgIoAsWrAuFhBsTy@{Sp@}W~Ey\\VgM`Pm`@tHeJ`AsM|FqHlFu@t@iBpBYd@qBzHyJ'),
  (13, 'Schaan, Bahnhof', 47.168593, 9.508156, 'Vaduz, Post', 47.138684, 9.521756, '[]', 3.742, 392, E'{q{~Gqb`y@c@u@h@g@pEKvK`EPwDjNbAtc@yEjHiCjZaErQeGlEoB~HeHxNcYbIwKx@PnEuC~F]'),
  (14, 'Schaan, Bahnhof', 47.168593, 9.508156, 'Vaduz, Landesspital', 47.134377, 9.522478, '[]', 4.313, 461, E'{q{~Gqb`y@c@u@h@g@pEKvK`EPwDvJdAvJe@z\\_E`G_C|[uEnVaJpGqFfPwZnIaLl@ZnEuCzS{CbOl@]sA'),
  (15, 'Schaan, Bahnhof', 47.168593, 9.508156, 'Vaduz, Quäderle', 47.143225, 9.51843, '[]', 3.145, 319, E'{q{~Gqb`y@c@u@h@g@pEKvK`EPwDvJdAvJe@z\\_E`G_CjZaEnTsHzEyC`GiGtKmT'),
  (16, 'Schaan, Post', 47.167581, 9.508417, 'Vaduz, Park-Hotel Sonnenhof', 47.147096, 9.523985, '[]', 3.386, 368, E'il{~Gga`y@^EDmCvK`EPwDvJdAvJe@z\\_E`G_CvRoCtAwGpIgL`QeK|GkM~CuOF_DsAp@gEsCeBcG'),
  (17, 'Schaan, Zentrum', 47.164391, 9.508768, 'Vaduz, Städtle', 47.140678, 9.521085, '[]', 2.93, 276, E'oxz~God`y@`I`@~d@cF`G_CjZaEnTsHpLgJ|Tia@jC{CpBS'),
  (18, 'Schaan, Theater am Kirchplatz', 47.167359, 9.51167, 'Triesen, Meierhof', 47.12169, 9.528967, '[]', 5.681, 597, E'ij{~Ggv`y@Zq@pIzFdHv@LfIdBPhg@{EjHiCjZaEnTsHbKsHfPwZnIaLl@ZnEuCzS{C~Wt@lVsE~AqDbKiKn\\oR'),
  (19, 'Schaan, Central', 47.16747, 9.509475, 'Mauren, Post', 47.218646, 9.542521, '[]', 7.739, 615, E'{j{~G}h`y@n@{ByB_DsF{PaF}IkDiKuHmKmEuCeVoHsHPqCgFoNsLeJkS}Kqk@gOqVcHsDmSb@}IsA_PeKsR{PySoHkUgWgEgQ{m@lVsFvNsDvCFzBtDfF_G|K'),
  (20, 'Schaan, Bahnhof', 47.168593, 9.508156, 'Schaan, Forst Hilti', 47.180133, 9.523056, '[]', 2.133, 211, E'{q{~Gqb`y@c@u@h@g@pEKv@}EyB_DsF{PaF}IkCoIiEcHkE}EgFeCkSeGsHPwBkEwCeB'),
  (21, 'Vaduz, Landesspital', 47.134377, 9.522478, 'Planken, Hotel Saroja', 47.186649, 9.545904, '[]', 8.744, 858, E's{t~Gqzby@\\rAoPs@wCrAwMlAmDzBs@c@kJbMgPvZqGpFoV`J}[tEaG~B{\\~DwJd@oLsAmFwCeEaFsF{PaF}IkCoIt@eBAmPq@kGmHySqGcWMwCtAeLc@uMoHyCWaArAYBs@gAe@aBmFq@F[xDiBhByFmGsApByCsByCl@}F{IrD`C~DPJs@uH_EiH}NiM}L{DeFsBmFmChAUo@'),
  (22, 'Vaduz, Landesspital', 47.134377, 9.522478, 'Balzers, Roxy Markt', 47.075124, 9.51148, '[]', 6.893, 634, E's{t~Gqzby@\\rAzGFfc@kH`\\{Ahq@fAfSoCbIoC|`AdArYy@lIvDbLjNnFhEvxAxw@'),
  (23, 'Vaduz, Park-Hotel Sonnenhof', 47.147096, 9.523985, 'Schaan, Zentrum', 47.164391, 9.508768, '[]', 2.908, 299, E'ekw~Godcy@dBbGfErCrAq@G~C_DtO}GjMaQdKqIfLuAvGwRnCaG~B}YlDaJt@aIa@'),
  (24, 'Vaduz, Hotel Schlössle', 47.146175, 9.517818, 'Eschen, Post', 47.212325, 9.523429, '[]', 9.514, 795, E'kgw~Gs~ay@mHvKqMxGqIfLuAvGwRnCmEpBgj@rFmO}BqH}G}AdEcx@lFskCvk@cLl@sY_Ek\\aBP{GjAqAqDsKa@yHfJui@Pkl@kQiG'),
  (25, 'Vaduz, Universität', 47.148972, 9.512312, 'Schaan, Central', 47.16747, 9.509475, '[]', 2.382, 243, E'_xw~Goz`y@_LzDkZ`EmEpBo^lEwJd@oLsAoKgIsA|CQrCbCXFaB'),
  (26, 'Vaduz, Mühleholz', 47.154731, 9.51059, 'Triesen, Feldstrasse', 47.102642, 9.525187, '[]', 6.176, 590, E'_|x~Gqo`y@~UaD`XuJ~HeH|Tia@jC{Cl@ZnEuCzS{C~Wt@lVsEb[sCpa@c@~YpAvUuCbIoC~g@z@CmA'),
  (27, 'Vaduz, Schwefel', 47.126652, 9.525704, 'Schaan, Bahnhof', 47.168593, 9.508156, '[]', 5.242, 544, E'sls~Gwncy@wIzI_BpDeWzDuNV}H{@wCrAwMlAmDzBs@c@kJbMgPvZqGpFoV`J}[tEkHhCuc@xEcPqAoKgIsA|CGdDaCz@b@t@'),
  (28, 'Vaduz, Rheinparkstadion', 47.140564, 9.510118, 'Schaan, Post', 47.167581, 9.508417, '[]', 3.89, 409, E'ybv~Gyh`y@}QtKwg@xh@sMfHiB{IeDo]mDGwN{DeX`GoPt@HsJ{PfC_DcDVcE_@D'),
  (29, 'Triesen, Post', 47.111274, 9.524108, 'Vaduz, Coop', 47.140104, 9.520833, '[]', 3.299, 318, E'qlp~Goecy@cS~Bs^cB}\\t@is@nIuNV}H{@wCrAiNtA@zB'),
  (30, 'Triesen, Gasometer', 47.108025, 9.526466, 'Vaduz, Mühleholz', 47.154731, 9.51059, '[]', 5.597, 564, E'sxo~Gsqcy@qB_AsFtIoBz@{UjDca@}AuXh@qRfA_d@rGuNV}H{@wCrAwMlAmDzBs@c@gD|D}Tha@_IdHaXtJ_V`D'),
  (31, 'Triesen, Gasthof Adler', 47.106572, 9.525248, 'Schaan, Theater am Kirchplatz', 47.167359, 9.51167, '[]', 7.334, 725, E'aoo~Gwjcy@cSPwE~BwUtCs^cB}\\t@is@nIuNV}H{@wCrAwMlAmDzBs@c@gD|D}Tha@_IdHaXtJkZ`EkHhCuc@xE}Kq@cFiA{EoDbBmGeBqA[p@'),
  (32, 'Balzers, Burg Gutenberg', 47.065135, 9.500719, 'Schaan, Bahnhof', 47.168593, 9.508156, '[]', 12.853, 1257, E'upg~Gon~x@uA{Cy@_PyTbJqHwZmGqJ_@sHuEkFo~Ai|@uXmXeJuAySnA}`AeAcInCgSnCca@}AeOTa\\zA_d@rGuNV}H{@wCrAwMlAmDzBs@c@kJbMgPvZqGpFoV`J}[tEkHhCuc@xEcPqAoKgIsA|CGdDaCz@b@t@'),
  (33, 'Balzers, Egerta', 47.072908, 9.509652, 'Vaduz, Post', 47.138684, 9.521756, '[]', 7.674, 710, E'y|h~Gaj`y@{LeKoxAsw@oFiEcLkNmIwDsYx@}`AeAcInCgSnCca@}AuXh@qRfA_d@rGuNV}H{@oJbC'),
  (34, 'Balzers, Heliport', 47.068183, 9.481207, 'Vaduz, Hotel Real', 47.140321, 9.522808, '[]', 11.172, 1072, E'w|g~G}yzx@w@oE~Xow@sLkd@iMvDcSm{@mGqJm@oIgKeJoxAsw@uXmXeJuAySnA}`AeAcInCgSnCca@}AeOTa\\zA_d@rGuNV}H{@wCrAwMlAmDzBoGoI`DaBhD`B'),
  (35, 'Bendern, Post', 47.210401, 9.502751, 'Ruggell, Post', 47.240598, 9.524785, '[]', 3.964, 299, E'ywc_Hc__y@SrAkAc@cBnAiC@cP}Ew[sAyHuC_HuHwGuNaGsI{`BuwAb@uA'),
  (36, 'Eschen, Haldengass', 47.209422, 9.519279, 'Vaduz, Post', 47.138684, 9.521756, '[]', 9.913, 830, E'crc_Hofby@JrSu@zMeHx[]xE`@xHpCxJkB~L|Fe@xPx@ba@xEtIq@rkCwk@bx@mF@|BlEZbIlDPwDvJdAvJe@z\\_E`G_CjZaEnTsHzEyC`GiGlMgWbIwKx@PnEuC~F]'),
  (37, 'Nendeln, Bahnhof', 47.200363, 9.541756, 'Vaduz, Landesspital', 47.134377, 9.522478, '[]', 9.154, 813, E'}xa_Hwsfy@fAp@~FgHpV|P|IrAlSc@bHrDfOpV|Kpk@dJjSnNrLpCfFrHQdVnHlEtCtHlKdTti@sA|CGdDlEZbIlDPwDjNbAtc@yEjHiCjZaErQeGlEoB~HeHxNcYnIaLl@ZnEuCzS{CbOl@]sA'),
  (38, 'Mauren, Krummenacker', 47.222318, 9.547676, 'Schaan, Post', 47.167581, 9.508417, '[]', 8.142, 695, E'kbf_Hixgy@`@iCxJrElAY[fBf@zDrBy@lDj@|DgErDcLvDsDbj@mSfEfQjUfWxSnHrRzP~OdK|IrA~Os@lHhBdD`DdMhThCzJ|D~W`HdTbIxK~IpGvBjEbG]nMnDpKvDpFjFdFdIdSzg@gB`GJ`AxBFElC_@D'),
  (39, 'Ruggell, Post', 47.240598, 9.524785, 'Vaduz, Mühleholz', 47.154731, 9.51059, '[]', 10.332, 767, E'oti_Huhcy@c@tAz`BtwA`GrIvGtN~GtHxHtCv[rAbP|E`Rs@hk@bGlIKhoCul@bx@mF@|BlEZbIlDPwDvJdAvJe@z\\_ElK_D'),
  (40, 'Schellenberg, Post', 47.231976, 9.546663, 'Vaduz, Landesspital', 47.134377, 9.522478, '[]', 13.582, 1194, E'y~g_H}qgy@nEEb@v@|Jv[lGlMB~ErAxErHvK?lG`BrE~BnPA`FyBjPbMtn@bFtHfBfLzo@vgABpCnFrA`Rs@hk@bGlIKhoCul@bx@mF@|BlEZbIlDPwDjNbA~d@cF`G_CjZaE`XuJ~HeHxNcYnIaLl@ZnEuCzS{CbOl@]sA'),
  (41, 'Schaan, Forst Hilti', 47.180133, 9.523056, 'Schaan, Bahnhof', 47.168593, 9.508156, '[]', 2.052, 188, E'uz}~Gq~by@vCdBvBjErHQjSdGfFdCjE|EvPp]vGlRsA|CGdDaCz@b@t@'),
  (42, 'Schaan, Ivoclar', 47.171867, 9.50896, 'Vaduz, Quäderle', 47.143225, 9.51843, '[]', 3.521, 343, E'eg|~Guf`y@dWkB@|BlEZbIlDPwDvJdAvJe@z\\_E`G_CjZaEnTsHzEyC`GiGtKmT'),
  (43, 'Triesenberg, Post', 47.11827, 9.543163, 'Vaduz, Post', 47.138684, 9.521756, '[]', 5.013, 492, E'exq~Gw{fy@iC@{C~BuBdORpE}@tC}BlA}AdG_DrBeGu@CdFwDhHuEbCsFPwCfEqL`HoHDaEdCsHf@yIpI{MvHeJbAzBpEqHe@|@tBeBg@eKl@oLrFF|HfEfGPbBvDjEdJcMl@ZnEuC~F]'),
  (44, 'Planken, Hotel Saroja', 47.186649, 9.545904, 'Schaan, Bahnhof', 47.168593, 9.508156, '[]', 4.874, 502, E'qc__H{lgy@Tn@lCiArBlFzDdFhM|LhH|NtH~DKr@_EQsDaC|FzIxCm@xCrBrAqBxFlGhBiBZyDp@G`BlFfAd@Cr@sAXV`AxHlDX`MuAdLLvCpGbWlHxSp@jG@lPu@dBdSzg@sA|CGdDaCz@b@t@'),
  (45, 'Gamprin, Gemeindehaus', 47.218025, 9.510382, 'Eschen, Post', 47.212325, 9.523429, '[]', 2.323, 296, E'yge_Hsn`y@kJqOdDmB|CzC`HvBbBqJ}AoN~F}F`C_HKkAaEuAnAwAlFkA`H~D}ByG{CiEtDKnB_DtAa@'),
  (46, 'Schaanwald, Zollamt', 47.217405, 9.568889, 'Schaan, Bahnhof', 47.168593, 9.508156, '[]', 7.836, 642, E'ede_Hg|ky@vCrHdEdG~]d[bGtTvElc@xFpNjPhQlUtIrRzP~OdK|IrAlSc@bHrDfOpV|Kpk@dJjSnNrLpCfFrHQdVnHlEtChGfIpUzk@sA|CGdDaCz@b@t@'),
  (47, 'Eschen, Sportpark', 47.205294, 9.534776, 'Mauren, Post', 47.218646, 9.542521, '[]', 2.454, 227, E'ixb_Hogey@}Nvm@uPcA}FmQuPa_@kJmOiMwOz@_H'),
  (48, 'Schaan, Hallenbad Resch', 47.16616, 9.515143, 'Triesen, Meierhof', 47.12169, 9.528967, '[]', 5.612, 587, E'_b{~Gyhay@zCdCgBnC~F|BnOdAhPtFzCtBPtCtGS`G_CjZaEnTsHbKsHfPwZnIaLl@ZnEuCzS{C~Wt@lVsE~AqDbKiKn\\oR'),
  (49, 'Malbun, Hotel Turna', 47.10106, 9.610769, 'Schaan, Bahnhof', 47.168593, 9.508156, '[]', 15.706, 1371, E'qkn~Ga_ty@qHpJe@pBqBXu@hBmFt@}FpHaArMuHdJuPjb@ChK_Fx\\q@|Wx@zSiBrTsAtFnArWsLfI_BhDsEdaA_FpF}IvDwEtFu@`EpClBJbBeBpBwAvJqAtCyDVqCpBoBjMiClDbF}@tB}DjIsCbL\\tM{@tFsClCb@n@bCiKxH_EfA_CtGzDYaCvDoKtDfB~@f@dCmHpDuBdORpE}@tC}BlA}AdG_DrBeGu@CdFwDhHuEbCsFPwCfEcDdAqDjDkKt@aEdCsHf@yIpI{MvHeJbAzBpEiHg@t@vBeBg@eKl@uF~CsCTe@|@F|HwE|RuInMqMxGqIfLuAvGwRnCkHhCuc@xEcPqAoKgIsA|CGdDaCz@b@t@'),
  (50, 'Schaan, Bahnhof', 47.168593, 9.508156, 'Steg, Hotel', 47.11256, 9.575906, '[]', 12.471, 1113, E'{q{~Gqb`y@c@u@h@g@pEKvK`EPwDvJdAvJe@z\\_E`G_CvRoCtAwGpIgLpMyGtIoMvE}RG}Hd@}@rCUtF_DdKm@dBf@u@wBhHf@{BqEdJcAzMwHxIqIrHg@`EeCjKu@pDkDbDeAvCgErFQtEcCvDiHBeFdGt@~CsB|AeG|BmA|@uCSqEtBeOlHqDg@eCgB_AnKuD`CwD{DX~BuG~DgAhKyHo@cCmCc@uFrCuMz@cL]kIrCuB|DcF|@hCmDnBkMpCqBxDWpAuCvAwJdBqBKcBqCmBt@aEvEuF|IwD~EqF~Dk~@rBcGrLgIaAyQ'),
  (51, 'Vaduz, Post', 47.138684, 9.521756, 'Gaflei', 47.142459, 9.54443, '[]', 10.675, 1106, E'uwu~Gmuby@_G\\aEzBwEoHuB}@kDrLyH{DG}HnLsFdKm@dBf@}@uBpHd@{BqEdJcAzMwHxIqIrHg@`EeCnHEpLaHvCgErFQtEcCvDiHBeFdGt@rAc@jAoA|AeGlCiBl@yBSqEr@iI`A{DlHqDg@eCgB_AnKuD`CwD{DX~BuG~DgArDuDnDqAh@wAs@}AmCc@uFrCi\\h@iB~AqDf@uB|DaF~@xAyBi@_@oClDqK~G{URiBtBuC^yApEqE`EOuKmCrDsB`G^aHyAfAkBsA[gAX{CyCtC}AbEoG~@lEkOkLvKyKl@qC_@cC{B_BF'),
  (52, 'Vaduz, Post', 47.138684, 9.521756, 'Eschen, Post', 47.212325, 9.523429, '[{"lat":47.167581,"lng":9.508417,"add":"Schaan, Post"}]', 10.938, 978, E'uwu~Gmuby@_G\\mDzBs@c@kJbMmMfWaGhG{ExCoTrHkZ`EkHhCuc@xEcPqAoKgIgB~GdCj@ElC_@D^E|@kJuAmB}AdEcx@lFskCvk@uIp@a\\cEk\\aBP{GjAqAqDsKa@yHfJui@Pkl@kQiG'),
  (53, 'Triesen, Post', 47.111274, 9.524108, 'Schaan, Forst Hilti', 47.180133, 9.523056, '[{"lat":47.140104,"lng":9.520833,"add":"Vaduz, Coop"}]', 8.546, 806, E'qlp~Goecy@cS~Bs^cB}\\t@is@nIuNV}H{@wCrAwMlAObCA{BwFzBcIvKyNbYqLfJoTrHkZ`EmEpBgj@rFoLsAyHyEyB_DsF{PaF}IkDiKuJgMsZkKsHPwBkEwCeB'),
  (54, 'Balzers, Roxy Markt', 47.075124, 9.51148, 'Schaan, Bahnhof', 47.168593, 9.508156, '[{"lat":47.134377,"lng":9.522478,"add":"Vaduz, Landesspital"}]', 11.259, 1093, E'mji~Gav`y@wxAyw@oFiEcLkNeGaDaGk@ySnAyKm@cKb@{d@aAo`@dHca@}AuXh@qRfA_d@rGcGN]sA\\rAoPs@wCrAwMlAmDzBs@c@gD|DkV|b@_N`JsQdGkZ`EmEpBsf@pFcPqAoKgIsA|CGdDaCz@b@t@'),
  (55, 'Schaan, Bahnhof', 47.168593, 9.508156, 'Triesenberg, Post', 47.11827, 9.543163, '[{"lat":47.140678,"lng":9.521085,"add":"Vaduz, Städtle"}]', 8.301, 823, E'{q{~Gqb`y@c@u@h@g@pEKvK`EPwDjNbAtc@yEjHiCjZaE`XuJ~HeH|Tia@jC{CpBSu@TwEoHuB}@kDrL{FwB}@cAG}Hd@}@rCUtF_DdKm@dBf@u@wBhHf@{BqEdJcAzMwHxIqIrHg@`EeCnHEpLaHvCgErFQtEcCvDiHBeFdGt@~CsB|AeG|BmA|@uCSqEtBeOzC_ChCA')
on conflict do nothing;
